/** What a halt says where its journal is too long to be read in time: not that nothing may fill, and how to learn what may. */
import { expect, it } from 'vitest';
import type { Halted } from '../../src/actions/halt.ts';
import { json } from '../../src/show/json.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { haltSheet } from '../../src/views/halt.ts';

const place = { account: { origin: 'https://x.example', name: 'main' }, journal: '/journal.db' };
const told = (halted: Halted): string => terminalText(haltSheet(halted, place), { color: false, width: 80 });
const data = (halted: Halted): unknown => JSON.parse(json(haltSheet(halted, place)));

it('tells nothing of what it had no time to read', () => {
  expect(told({ isOn: true })).toBe(`HALTED
account main at https://x.example
journal /journal.db

Nothing that opens is sent from this journal until the halt is lifted. What
closes, and cancels, goes on.

Another journal, another program and the exchange know nothing of it.

» Open orders may still fill: a halt cancels nothing. This journal is long, so
they are not counted, and only its end is checked.

Next
  To list the open orders, and check the whole journal:
    ordo status
  To cancel what opens, and close what is held:
    ordo flatten --why "the reason"
`);
  expect(data({ isOn: true })).toMatchObject({ halted: true, before: null, mayFill: null });
});

it('tells that nothing may fill only where all was read', () => {
  expect(data({ isOn: true, known: [] })).toMatchObject({ halted: true, mayFill: [] });
  expect(told({ isOn: true, known: [] })).toContain('Nothing was ever sent from this journal');
  expect(told({ isOn: true, known: [] })).not.toContain('may still fill');
});
