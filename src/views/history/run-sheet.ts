/** One run on the page: what it came to first, then every order, the pictures and the calls, and how it came about last. */
import { joined, partOf, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { isLive } from '../../report/run/commands.ts';
import { verdict } from '../../report/run/summary.ts';
import type { Piece } from '../../report/text/page.ts';
import { amountOf, grouped, seconds } from '../../report/text/phrases.ts';
import { commitWords, ENDS, exitWords, instantOf, whoWords, type ToldRun } from './told-run.ts';
import { lookFirst, sinceThen } from './look-first.ts';
import { html, ifAny, nothing, type Markup } from '../../show/page/markup.ts';
import { outcomeTable, numberOf } from './outcome-table.ts';
import { ladders, windows } from './pictures.ts';
import type { OutcomeName } from '../../model/outcome.ts';
import { STATES } from '../../report/text/states.ts';
import type { CallRows, CallView } from '../../report/view/call-list.ts';

const NAMES = ['accepted', 'rejected', 'withheld', 'unknown'] as const satisfies OutcomeName[];

/** Every call of a run: what it cost, when it was sent and what came back. */
function callsTable(calls: CallRows): Markup {
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

export function runSection(told: ToldRun): Markup {
  const { story, view } = told;
  const at = safe`run-${story.run}`;
  return html`<section aria-labelledby="${at}">
    <h2 id="${at}">
      Run ${story.run}
      <span class="quiet"
        ><time datetime="${safeText(new Date(story.startedAtMs).toISOString())}"
          >${instantOf(story.startedAtMs)}</time
        ></span
      >
      ${targetTag(told)}
    </h2>
    <p class="quiet">${forWhom(told)}</p>
    ${endNotice(told)}
    <p class="verdict">${verdict(view).map(piece)}</p>
    ${lookFirst(told)} ${sinceThen(told)}
    ${ifAny(
      view.notes,
      (notes) =>
        html`<h3>Notes</h3>
          <ul>
            ${safeTexts(notes).map((text) => html`<li>${text}</li>`)}
          </ul>`,
    )}
    <h3>Outcomes</h3>
    ${outcomeTable(told, at)}
    <h3>Prices</h3>
    ${ladders(told)}
    <h3>Weight</h3>
    ${windows(told)}
    <h3>Calls</h3>
    ${callsTable(view.calls)}
    <h3>What was run</h3>
    ${facts(told)}
  </section> `;
}

/** The comma behind a piece stands outside of its colour. */
function piece(one: Piece): Markup {
  if (typeof one === 'string') return html`${one} `;
  const [tone, text] = one;
  const end = text.endsWith(',') ? -1 : text.length;
  return html`<span class="${safe`${tone}`}">${partOf(text, 0, end)}</span>${partOf(text, end, text.length)} `;
}

/** The exchange and account, and who ran it from which file: the rest of it comes last. */
const forWhom = ({ story: { account, by } }: ToldRun): Safe =>
  safe`${safeText(account.origin)}, account ${safeText(account.name)} · by ${safeText(by.user)}@${safeText(by.host)} · ${safeText(by.planFile)}`;

const targetTag = ({ view }: ToldRun): Markup =>
  isLive(view) ? html`<span class="tag live">LIVE</span>` : html`<span class="tag paper">paper</span>`;

const endNotice = ({ story: { end } }: ToldRun): Markup =>
  end === 'finished'
    ? nothing
    : html`<p class="notice">
        <strong>This run is ${ENDS[end]}.</strong> What is shown of its orders is what their own records say.
      </p>`;

/** A fact whose value is not known is left out. */
function facts(told: ToldRun): Markup {
  const { story, view } = told;
  const { by, account } = story;
  const { finished, compiled, run } = view;
  const known: readonly (readonly [name: Safe, value: Safe | undefined])[] = [
    [safe`Exchange`, safeText(account.origin)],
    [safe`Account`, safeText(account.name)],
    [safe`Generation`, safe`${story.generation}`],
    [safe`By`, whoWords(story)],
    [safe`Plan file`, safeText(by.planFile)],
    [safe`Description`, run?.description === undefined ? undefined : safeText(run.description)],
    [safe`Commit`, commitWords(story)],
    [safe`Approval`, by.approval === undefined ? undefined : safeText(by.approval)],
    [safe`Digest`, safeText(by.digest)],
    [safe`ordo`, safeText(by.tool)],
    [safe`Options`, optionWords(told)],
    [
      safe`Cost`,
      compiled &&
        safe`${amountOf(compiled.calls, 'call')}, ${grouped(compiled.weight.ip)} IP, ${grouped(compiled.weight.uid)} UID`,
    ],
    [safe`Took`, finished && seconds(finished.elapsedMs)],
    [safe`Exit code`, exitWords(view)],
  ];
  return html`<dl>
    ${known.map(([name, value]) =>
      value === undefined
        ? nothing
        : html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div> `,
    )}
  </dl>`;
}

function optionWords({ view }: ToldRun): Safe | undefined {
  const options = view.run?.options ?? [];
  if (options.length === 0) return undefined;
  return joined(
    options.map(({ name, value }) => safe`--${name} ${safeText(value)}`),
    safe` `,
  );
}
