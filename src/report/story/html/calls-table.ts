import type { OutcomeName } from '../../../model/outcome.ts';
import { joined, safe, type Safe } from '../../../model/safe-text.ts';
import { amountOf, grouped } from '../../text/phrases.ts';
import { STATES } from '../../text/states.ts';
import type { CallRows, CallView } from '../../view/call-list.ts';
import { html, type Markup } from './markup.ts';
import { numberOf } from './outcome-table.ts';

const NAMES = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies OutcomeName[];

/** Every call of a run: what it cost, when it was sent and what came back. */
export function callsTable(calls: CallRows): Markup {
  const all = Array.from({ length: calls.planned }, (_, place) => calls.at(place) as CallView);
  if (all.length === 0) return html`<p class="quiet">No call was planned.</p>`;
  return html`<div class="box" tabindex="0" role="region" aria-label="Calls, a table that scrolls">
    <table>
      <caption>
        ${amountOf(calls.planned, 'call')}, ${grouped(calls.sent)} sent
      </caption>
      <thead>
        <tr>
          <th scope="col" class="right">Call</th>
          <th scope="col">Kind</th>
          <th scope="col" class="right">Orders</th>
          <th scope="col" class="right">IP weight</th>
          <th scope="col" class="right">UID weight</th>
          <th scope="col" class="right">Sent after, s</th>
          <th scope="col" class="right">Took, ms</th>
          <th scope="col">Outcomes</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(row)}
      </tbody>
    </table>
  </div>`;
}

function row({ number, kind, orders, weight, sentAtMs, latencyMs, outcomes }: CallView): Markup {
  const sentAt = sentAtMs === undefined ? safe`not sent` : grouped(Math.round(sentAtMs) / 1000);
  return html`<tr>
    <th scope="row" class="n">${number}</th>
    <td>${safe`${kind}`}</td>
    <td class="n">${orders.length}</td>
    <td class="n">${weight.ip}</td>
    <td class="n">${weight.uid}</td>
    <td class="n">${sentAt}</td>
    <td class="n">${numberOf(latencyMs)}</td>
    <td>${outcomeWords(outcomes)}</td>
  </tr> `;
}

/** `19 accepted, 1 rejected`. */
function outcomeWords(outcomes: CallView['outcomes']): Safe {
  const parts = NAMES.flatMap((name) => {
    const amount = outcomes[name] ?? 0;
    return amount === 0 ? [] : [safe`${grouped(amount)} ${STATES[name].word}`];
  });
  return joined(parts, safe`, `);
}
