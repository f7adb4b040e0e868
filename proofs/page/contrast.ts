/** How well every text of a page can be read, from the colours that the browser computed (WCAG 2.2, 1.4.3 and 1.4.11). */
import type { Page } from 'playwright-core';

interface Seen {
  readonly text: string;
  readonly colour: string;
  readonly ground: string;
  readonly pixels: number;
  readonly weight: number;
}

/** Runs in the page: each text that is shown, with its colour and the nearest ground that is not transparent. */
const COLLECT = `(() => {
  const seen = new Map();
  const groundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || /^(SCRIPT|STYLE|title)$/.test(element.tagName) || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const isDrawn = element.namespaceURI.endsWith('svg');
    const onBar = isDrawn && node.data === '?';
    const ground = onBar ? getComputedStyle(document.querySelector('.tag.unknown')).backgroundColor : groundOf(element);
    const one = { text: node.data.trim().slice(0, 40), colour: isDrawn ? style.fill : style.color, ground,
      pixels: parseFloat(style.fontSize), weight: Number(style.fontWeight) };
    seen.set([one.colour, ground, one.pixels, one.weight].join(), one);
  }
  return [...seen.values()];
})()`;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
    const part = Number(text) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Large text needs 3, all other 4.5. */
const needed = ({ pixels, weight }: Seen): number => (pixels >= 24 || (pixels >= 18.66 && weight >= 700) ? 3 : 4.5);

interface Contrast {
  /** How many pairs of colour and ground there are. */
  readonly pairs: number;
  readonly least: number;
  /** Texts that cannot be read well enough, in words. */
  readonly poor: readonly string[];
}

export async function contrastIn(page: Page): Promise<Contrast> {
  const seen = await page.evaluate<readonly Seen[]>(COLLECT);
  const rated = seen.map((one) => ({ one, ratio: contrastOf(one.colour, one.ground) }));
  const poor = rated.filter(({ one, ratio }) => ratio < needed(one));
  return {
    pairs: rated.length,
    least: rated.reduce((least, { ratio }) => Math.min(least, ratio), Number.POSITIVE_INFINITY),
    poor: poor.map(({ one, ratio }) => `${ratio.toFixed(2)} of ${one.colour} on ${one.ground}: ${one.text}`),
  };
}

/** Colours of bars and lines against the page, each of which carries a meaning: 3 is needed. */
export async function poorShapes(page: Page): Promise<readonly string[]> {
  const names = ['accepted', 'rejected', 'withheld', 'unknown', 'trigger', 'use', 'focus'];
  const seen = await page.evaluate<Readonly<Record<string, string>>>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const of = (name) => { probe.className = ''; probe.style.setProperty('color', 'var(--' + name + ')'); return getComputedStyle(probe).color; };
    const found = Object.fromEntries(${JSON.stringify([...names, 'bg'])}.map((name) => [name, of(name)]));
    probe.remove();
    return found;
  })()`);
  return names.filter((name) => contrastOf(seen[name] ?? '', seen['bg'] ?? '') < 3);
}
