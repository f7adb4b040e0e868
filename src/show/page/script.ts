/**
 * The page’s own script, as its text: filter and sort of a table that is whole without it. It reads the table and never writes
 * markup, only order, visibility and the count. It stands here as text because it runs in a browser, under the hash of these
 * very bytes.
 */
export const SCRIPT = `
'use strict';
const RANKS = ['unknown', 'rejected', 'withheld', 'sending', 'waiting', 'accepted'];
const grouped = (amount) => amount.toLocaleString('en-US');

function valueOf(row, column, kind) {
  if (kind === 'state') return RANKS.indexOf(row.dataset.o);
  const text = row.cells[column].textContent;
  if (kind !== 'number') return text;
  const number = Number.parseFloat(text.replaceAll(',', ''));
  return Number.isNaN(number) ? Infinity : number;
}

const compared = (a, b) =>
  typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : a === b ? 0 : a < b ? -1 : 1;

function sortable(table) {
  const body = table.tBodies[0];
  const asPlanned = Array.from(body.rows);
  const heads = Array.from(table.tHead.rows[0].cells);
  const sortBy = (column) => {
    const head = heads[column];
    const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[head.ariaSort ?? 'none'];
    for (const other of heads) other.ariaSort = other === head ? next : 'none';
    const rows = asPlanned.map((row) => ({ row, value: valueOf(row, column, head.dataset.sort) }));
    const way = next === 'descending' ? -1 : 1;
    if (next !== 'none') rows.sort((a, b) => way * compared(a.value, b.value));
    body.append(...rows.map(({ row }) => row));
  };
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => sortBy(column));
    head.append(button);
    head.ariaSort = 'none';
  });
  return asPlanned;
}

function filterable(part, rows) {
  const [controls, shown] = ['[data-controls]', '[data-shown]'].map((name) => part.querySelector(name));
  const search = controls.querySelector('[type=search]');
  const toggles = Array.from(controls.querySelectorAll('[type=checkbox]'));
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const all = grouped(rows.length) + (rows.length === 1 ? ' order' : ' orders');
  const apply = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const states = new Set(toggles.filter(({ checked }) => checked).map(({ value }) => value));
    let amount = 0;
    for (const row of rows) {
      const isShown = states.has(row.dataset.o) && words.every((word) => texts.get(row).includes(word));
      row.hidden = !isShown;
      if (isShown) amount += 1;
    }
    shown.textContent = amount === rows.length ? all : grouped(amount) + ' of ' + all;
  };
  controls.addEventListener('input', apply);
  controls.hidden = false;
  // A browser that goes back to the page fills the fields in again.
  apply();
}

for (const part of document.querySelectorAll('[data-orders]')) filterable(part, sortable(part.querySelector('table')));
`;
