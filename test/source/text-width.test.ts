import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { safeText } from '../../src/model/safe-text.ts';
import { widthOf } from '../../src/source/text-width.ts';

test.each(['', 'plain', '价格', 'ﾊﾝｶｸ', '한글', 'é', 'naïve café', '🚀', '🇩🇪', '→ ✓ ✗', '…', 'Ω≈ç'])(
  '%j is as wide as a terminal shows it',
  (text) => {
    expect(widthOf(text)).toBe(stringWidth(text));
  },
);

test('whatever has passed safeText and joins nothing measures as the full measure does', () => {
  const character = fc.constantFrom(...Array.from('aZ0 ~é日本語ｱ한￥→│█✓🚀Ω'));
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      expect(widthOf(safeText(text))).toBe(stringWidth(safeText(text)));
    }),
  );
});
