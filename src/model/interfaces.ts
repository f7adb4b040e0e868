/**
 * The versions of the exchange's interface that ordo speaks. Everything else reads this list: the schemas, what finds a version by
 * its name (`src/exchange/generated/`, made by `scripts/generate.ts`), the table of layers and the tests. `docs/exchange.md` and
 * `docs/exchange-v3.md` describe the versions.
 */
export const INTERFACES = ['v2', 'v3'] as const;

export type Interface = (typeof INTERFACES)[number];
