/** How each version asks for a list, and says what is in it. */
import * as v2Lists from '../../src/exchange/v2/lists.ts';
import * as v3Lists from '../../src/exchange/v3/lists.ts';
import { SPELLINGS } from '../support/spellings.ts';

/** A text of version 2 in the words of each, and how each reads and asks. */
export const WIRES = {
  v2: { ...v2Lists, spell: (text: string) => text },
  v3: {
    ...v3Lists,
    spell: (text: string) =>
      SPELLINGS.v3
        .spell(text)
        .replaceAll('"createTime":', '"time":')
        .replaceAll('"size":', '"origQty":')
        .replaceAll('"type":"open_long"', '"side":"BUY","positionSide":"LONG"')
        .replaceAll('"type":2', '"side":"SELL","positionSide":"SHORT"')
        .replaceAll('"type":"CLOSE_LONG"', '"side":"sell","positionSide":"long"')
        .replaceAll('"type":"4"', '"side":"BUY","positionSide":"SHORT"')
        .replaceAll(/"type":("[^"]*"|null|\[1\])/g, '"side":$1,"positionSide":$1'),
  },
};
