/** What a person does with the page, by mouse and by keyboard, and what must come of it. */
import type { Page } from 'playwright-core';
import type { Findings } from '../proof.ts';

/** Runs in the page: the ids of the rows that are shown, in their order. */
const SHOWN = `Array.from(document.querySelectorAll('[data-orders] tbody tr')).filter((row) => row.checkVisibility()).map((row) => row.querySelector('th').textContent)`;

export const shownRows = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(SHOWN);

const column = (page: Page, name: string): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const table = document.querySelector('[data-orders] table');
    const at = Array.from(table.tHead.rows[0].cells).findIndex((cell) => cell.textContent.trim() === ${JSON.stringify(name)});
    return Array.from(table.tBodies[0].rows).map((row) => row.cells[at].textContent.trim());
  })()`);

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Filters by words and by outcome, and takes it back. */
export async function filters(page: Page, found: Findings, where: string): Promise<void> {
  const all = await shownRows(page);
  const search = page.getByRole('searchbox', { name: 'Filter' });
  await search.click();
  await page.keyboard.type('PULLBACK 3750');
  const none = await shownRows(page);
  found.hold(none.length === 0, where, `a filter that fits nothing shows ${none.length} rows`);
  await search.fill('pullback-');
  const some = await shownRows(page);
  found.hold(some.length === 9 && some.every((id) => id.startsWith('pullback-')), where, `filtered: ${some.join(' ')}`);
  const status = await page.locator('[data-shown]').textContent();
  found.hold(status === `9 of ${all.length} orders`, where, `the count says ${status}`);
  await search.press('Tab');
  await page.keyboard.press('Space');
  await search.fill('');
  const without = await shownRows(page);
  found.hold(without.length === all.length - 2, where, `without UNKNOWN there are ${without.length} rows`);
  await page.getByRole('checkbox', { name: 'UNKNOWN' }).click();
  found.hold(same(await shownRows(page), all), where, 'taken back, not all rows are shown as before');
  found.count('filters');
}

/** Sorts by a number with the mouse and by an outcome with the keyboard, both ways and back. */
export async function sorts(page: Page, found: Findings, where: string): Promise<void> {
  const all = await shownRows(page);
  const price = page.locator('[data-orders]').getByRole('columnheader', { name: 'price', exact: true });
  await price.getByRole('button').click();
  const up = (await column(page, 'price')).map(Number);
  const numbers = up.filter((value) => !Number.isNaN(value));
  found.hold(
    same(
      numbers,
      numbers.toSorted((a, b) => a - b),
    ),
    where,
    `prices upwards: ${up.join(' ')}`,
  );
  found.hold(same(up.slice(numbers.length), up.filter(Number.isNaN)), where, 'orders at market are not the last');
  found.hold((await price.getAttribute('aria-sort')) === 'ascending', where, 'aria-sort does not say ascending');
  await price.getByRole('button').click();
  const down = (await column(page, 'price')).map(Number).filter((value) => !Number.isNaN(value));
  found.hold(same(down, numbers.toReversed()), where, 'prices downwards are not those upwards, turned round');
  const outcome = page.locator('[data-orders]').getByRole('columnheader', { name: 'outcome', exact: true });
  await outcome.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const states = await column(page, 'outcome');
  found.hold(states[0] === '? UNKNOWN' && states.at(-1) === '✓ accepted', where, `by outcome: ${states.join(' ')}`);
  found.hold((await price.getAttribute('aria-sort')) === 'none', where, 'two columns say that they are sorted');
  await page.keyboard.press('Space');
  found.hold((await outcome.getAttribute('aria-sort')) === 'descending', where, 'Space does not sort on');
  await page.keyboard.press('Space');
  found.hold(same(await shownRows(page), all), where, 'a third time is not the plan’s order again');
  found.count('sorts', 5);
}

/** On paper every row is there, whatever the filter says, and no control. */
export async function prints(page: Page, found: Findings, where: string): Promise<void> {
  const all = await shownRows(page);
  await page.getByRole('searchbox', { name: 'Filter' }).fill('nothing that is there');
  await page.emulateMedia({ media: 'print' });
  found.hold(same(await shownRows(page), all), where, 'rows are missing in print');
  found.hold(!(await page.locator('[data-controls]').first().isVisible()), where, 'controls are printed');
  const inner = await page.evaluate<number>(
    "Math.max(...Array.from(document.querySelectorAll('.box'), (box) => box.scrollHeight - box.clientHeight))",
  );
  found.hold(inner <= 1, where, `a box hides ${inner} pixels in print`);
  await page.emulateMedia({ media: null });
  await page.getByRole('searchbox', { name: 'Filter' }).fill('');
}
