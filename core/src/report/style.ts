import { words } from './words/report.ts';

/** Page numbers by the margin boxes of CSS Paged Media level 3; browsers without them print none. */
export const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: #fff; color: #1a1d21;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid #8a919b; break-after: avoid; }
h3 { font-size: .95rem; margin: 1rem 0 .35rem; break-after: avoid; }
p { margin: .4rem 0; }
ul, ol { margin: .4rem 0; padding-left: 1.4rem; }
code, .hash { font: .87em/1.45 ui-monospace, "Cascadia Mono", "Liberation Mono", monospace; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid #d5d9df; overflow-wrap: anywhere; }
th { font-weight: 600; }
.facts th { width: 13rem; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.checks th:nth-child(1) { width: 15rem; }
.checks th:nth-child(2) { width: 7.5rem; }
.receipts th:nth-child(1) { width: 5.5rem; }
.receipts th:nth-child(2) { width: 11rem; }
.receipts th:nth-child(4) { width: 9rem; }
.decisions th:nth-child(3) { width: 6rem; }
.outcome { border: 2px solid; border-left-width: 10px; padding: .75rem 1rem; margin: .75rem 0; break-inside: avoid; overflow-wrap: anywhere; }
.outcome strong { font-size: 1.2rem; }
.good { border-color: #1e6b3a; } .good strong { color: #1e6b3a; }
.open { border-color: #7a5600; } .open strong { color: #7a5600; }
.bad { border-color: #a3231b; } .bad strong { color: #a3231b; }
.failed { color: #a3231b; font-weight: 600; }
.pending { color: #7a5600; font-weight: 600; }
.not_performed { color: #565d66; }
.fenced { border: 1px dashed #565d66; padding: .5rem .75rem; }
.note { color: #565d66; }
@page { size: auto; margin: 18mm 16mm 20mm;
  @bottom-left { content: "${words.title}"; font: 9pt sans-serif; color: #565d66; }
  @bottom-right { content: "${words.page} " counter(page) " ${words.of} " counter(pages); font: 9pt sans-serif; color: #565d66; } }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 10pt; } }
`;
