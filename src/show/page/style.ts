/** The page’s style: few colours, the same meanings in light and dark, and paper. */
/** Most characters that a number is moved by, so that points stand below each other; each has a rule. */
export const MOST_MOVED = 24;

const COLOURS = `
:root {
  color-scheme: light dark;
  --bg: #ffffff; --text: #1c2127; --quiet: #57606a; --line: #d5dae0; --soft: #f4f6f8; --focus: #0a53be;
  --accepted: #17692f; --rejected: #b3261e; --withheld: #7c5300; --unknown: #a40e5e; --on-unknown: #ffffff;
  --live: #6f2dbd; --paper: #0a53be; --trigger: #0a53be; --use: #0a53be; --pause: #f2dfb0; --notice: #fdf3d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14171b; --text: #e4e7eb; --quiet: #a3adb8; --line: #373e47; --soft: #1d2127; --focus: #79b0ff;
    --accepted: #5cc97c; --rejected: #ff8b82; --withheld: #e3b34c; --unknown: #ff7ab8; --on-unknown: #14171b;
    --live: #c9a1ff; --paper: #79b0ff; --trigger: #79b0ff; --use: #79b0ff; --pause: #4d4020; --notice: #3a311a;
  }
}
`;

const TEXT = `
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 82rem; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 3rem; background: var(--bg); color: var(--text);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 1.5rem 0 0.5rem; display: flex; flex-wrap: wrap; gap: 0.35rem 0.75rem; align-items: center; }
h2 .quiet { font-weight: 400; font-size: 0.9375rem; }
h3 { font-size: 1rem; margin: 2rem 0 0.5rem; }
section + section { border-top: 1px solid var(--line); margin-top: 3rem; }
p, ul { margin: 0.5rem 0; overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
a { color: var(--focus); }
code, dd, td.number, tbody th { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.8125rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.8125rem; }
.quiet { color: var(--quiet); }
.apart { position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
.verdict { font-size: 1.25rem; line-height: 1.4; margin: 0.5rem 0; }
.verdict .heading { font-weight: 600; }
.verdict .unknown { white-space: nowrap; }
.accepted { color: var(--accepted); }
.rejected { color: var(--rejected); }
.withheld { color: var(--withheld); }
.sending, .waiting { color: var(--quiet); }
.verdict .unknown, .tag.unknown { background: var(--unknown); color: var(--on-unknown); border-radius: 0.25rem; padding: 0 0.4rem; font-weight: 600; }
td .tag, .tag.live, .tag.paper, .tag.unknown { white-space: nowrap; }
.tag.live, .tag.paper { font-size: 0.75rem; font-weight: 600; border: 1.5px solid; border-radius: 0.25rem; padding: 0 0.4rem; line-height: 1.5; }
.tag.live { background: var(--live); border-color: var(--live); color: var(--bg); }
.tag.paper { color: var(--paper); }
.notice { background: var(--notice); border-radius: 0.375rem; padding: 0.5rem 0.75rem; }
.since { color: var(--quiet); font-size: 0.8125rem; }
dl { display: grid; grid: none / repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem; margin: 0; }
dl div { display: grid; grid: none / 6.5rem 1fr; padding: 0.2rem 0; border-bottom: 1px solid var(--line); align-items: baseline; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
`;

const TABLES = `
.box { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 0.375rem; }
.box:focus-visible, input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; }
caption { text-align: left; padding: 0.4rem 0.6rem; color: var(--quiet); font-size: 0.8125rem; }
th, td { text-align: left; vertical-align: top; padding: 0.22rem 0.5rem; border-top: 1px solid var(--line); white-space: nowrap; }
tbody th { font-weight: 500; }
td.words { white-space: normal; min-width: 14rem; overflow-wrap: anywhere; }
td { font-variant-numeric: tabular-nums; font-size: 0.875rem; }
td.number, thead .number { text-align: right; font-variant-numeric: tabular-nums; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--soft); border-top: 0; font-size: 0.8125rem; font-weight: 600; }
thead button { all: unset; cursor: pointer; white-space: nowrap; border-radius: 0.2rem; text-decoration: underline dotted; text-underline-offset: 0.25em; }
[aria-sort="ascending"] button::after { content: " ↑"; content: " ↑" / ""; color: var(--text); }
[aria-sort="descending"] button::after { content: " ↓"; content: " ↓" / ""; color: var(--text); }
tbody tr:hover > * { background: var(--soft); }
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin: 0.5rem 0; font-size: 0.875rem; }
.controls[hidden], tr[hidden] { display: none; }
.controls fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; }
.toggle { display: inline-flex; gap: 0.35rem; align-items: center; cursor: pointer; }
.toggle input { accent-color: var(--focus); margin: 0; }
input[type="search"] { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--quiet); border-radius: 0.3rem; padding: 0.25rem 0.5rem; min-width: 13rem; }
output { color: var(--quiet); margin-left: auto; }
${Array.from({ length: MOST_MOVED }, (_, at) => `.f${at + 1} { padding-right: calc(0.5rem + ${at + 1}ch); }`).join('\n')}
`;

const PICTURES = `
figure { margin: 0.25rem 0 1rem; }
.picture { max-height: none; padding: 0.25rem; }
.plot { display: block; min-width: 52rem; width: 100%; max-width: 76rem; height: auto; }
.plot text { white-space: pre; }
.plot .digits { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
figcaption { color: var(--quiet); font-size: 0.8125rem; margin-top: 0.35rem; }
.key { display: inline-block; }
.swatch { display: inline-block; width: 1.4em; text-align: center; line-height: 1.25; font-size: 0.6875rem; border: 1.5px solid; border-radius: 2px; }
.swatch.accepted { background: var(--accepted); border-color: var(--accepted); color: var(--bg); }
.swatch.unknown { background: var(--unknown); border-color: var(--unknown); color: var(--on-unknown); }
.swatch.withheld { border-style: dashed; }
`;

/** On paper everything is shown, whatever was filtered, and in the light colours. */
const PRINT = `
@media print {
  :root { color-scheme: light; --bg: #ffffff; --text: #000000; --quiet: #444b53; --line: #b9c0c8; --soft: #ffffff;
    --accepted: #17692f; --rejected: #b3261e; --withheld: #7c5300; --unknown: #a40e5e; --on-unknown: #ffffff;
    --live: #6f2dbd; --paper: #0a53be; --trigger: #0a53be; --use: #0a53be; --pause: #f2dfb0; --notice: #ffffff; }
  @page { margin: 12mm; size: A4 landscape; }
  body { padding: 0; max-width: none; font-size: 9pt; }
  nav, .controls { display: none; }
  .box { overflow: visible; max-height: none; border: 0; }
  tr[hidden] { display: table-row; }
  tr, figure, dl div { break-inside: avoid; }
  thead { display: table-header-group; }
  thead th { position: static; border-bottom: 1px solid var(--line); white-space: normal; }
  thead button { display: contents; }
  thead button::after { content: "" !important; }
  th, td, thead th, tbody th, td.number, dd, tbody th, .since, caption, figcaption, footer, code, h2 .quiet { font-size: 7.5pt; }
  th, td { padding: 1pt 4pt; }
  h1 { font-size: 15pt; } h2, .verdict { font-size: 12pt; } h3 { font-size: 10pt; margin-top: 12pt; }
  thead { break-inside: avoid; }
  td.words { min-width: 0; }
  h2, h3 { break-after: avoid; }
  section + section { break-before: page; border: 0; }
  .plot { min-width: 0; max-height: 165mm; }
  .tag.live, .verdict .unknown, .tag.unknown, .swatch, .plot { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

export const STYLE = [COLOURS, TEXT, TABLES, PICTURES, PRINT].join('');
