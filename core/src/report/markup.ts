/**
 * What printed reports share: the page with its policy, the banner of the outcome, and the sections that every verification
 * has. The page runs no script and loads nothing: its own policy forbids both (security, S25). Every text that came from a
 * file is escaped, and invisible characters are shown.
 */
import { toBase64, utf8 } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import { escapeHtml } from '../text/html.ts';
import { visibleText } from '../text/visible-text.ts';
import { CHECK_STATUS_WORDS, OUTCOME_WORDS, SLOT_STATUS_WORDS } from '../verdict/outcome-words.ts';
import type { CheckStatus, Outcome, RevocationState, SlotStatus, UsedKeySet } from '../verdict/verification-report.ts';
import type { ReportCheck, ReportDocument, ReportSignature } from './document.ts';

/** Page numbers by the margin boxes of CSS Paged Media level 3; browsers without them print none. */
const STYLE = `
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
  @bottom-left { content: "Verification report"; font: 9pt sans-serif; color: #565d66; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; color: #565d66; } }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 10pt; } }
`;

const LOOKS: Readonly<Record<string, 'good' | 'open' | 'bad'>> = {
  VERIFIED: 'good',
  VERIFIED_PENDING_SIGNATURES: 'open',
  PENDING: 'open',
  FAILED: 'bad',
  INPUT_ERROR: 'bad',
};

export type Section = readonly [title: string, body: string];

/** What the head of the page tells of a report. */
export interface ReportHead {
  readonly identity: Pick<ReportDocument['identity'], 'report_id'>;
  readonly verdict: Pick<ReportDocument['verdict'], 'outcome' | 'code' | 'sentence' | 'demo' | 'not_checked' | 'notes'>;
  readonly subject: Pick<ReportDocument['subject'], 'file_name'>;
}

/**
 * The page's text, UTF-8; the outcome comes first, before who made the report of what. Sections are numbered. `more` is
 * markup that stands below the sentence of the outcome.
 */
export function reportPage(head: ReportHead, sections: readonly Section[], more = ''): string {
  const { identity, verdict } = head;
  const policy = `default-src 'none'; style-src 'sha256-${toBase64(sha256(utf8(STYLE)))}'; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${text(`Verification report ${identity.report_id}: ${outcomeWord(verdict.outcome)}`)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    '<h1>Verification report</h1>',
    outcomeBanner(head, more),
    ...sections.map(([heading, body], index) => section(index + 1, heading, body)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function section(number: number, title: string, body: string): string {
  const id = `section-${number}`;
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${number}. ${text(title)}</h2>\n${body}\n</section>`;
}

function outcomeBanner({ verdict, subject }: ReportHead, more: string): string {
  const demo = verdict.demo
    ? '<p><strong>Demo:</strong> this rests on an example key set. What it signs has no authority.</p>'
    : '';
  const about = `<p>${text(subject.file_name)}</p>`;
  const open = openRows(verdict).map(([name, markup]) => `<p>${text(name)}: ${markup}</p>`);
  return `<div class="outcome ${LOOKS[verdict.outcome] ?? 'bad'}"><strong>${text(headingOf(verdict))}</strong><p>${text(verdict.sentence)}</p>${more}${open.join('')}${about}${demo}</div>`;
}

export function headingOf({ outcome, code }: Pick<ReportDocument['verdict'], 'outcome' | 'code'>): string {
  return code === null ? outcomeWord(outcome) : `${outcomeWord(outcome)}, ${code}`;
}

/** The heading of a box around what the file states. */
export function notConfirmed(outcome: string): string {
  return `Not confirmed: the outcome is ${outcomeWord(outcome)}.`;
}

/** What stands beside the outcome: notes on it, and by name what was not looked at (decisions 12.16). */
export function openRows({
  not_checked: open,
  notes,
}: Pick<ReportDocument['verdict'], 'not_checked' | 'notes'>): readonly Row[] {
  return [
    ...notes.map((note): Row => ['Note', text(note)]),
    ...(open.includes('payload') ? [['Payload', text('not compared')] as const] : []),
    ...(open.length === 0 ? [] : [['Not checked', text(open.join(', '))] as const]),
  ];
}

function outcomeWord(outcome: string): string {
  return OUTCOME_WORDS[outcome as Outcome];
}

export function identitySection({ identity }: Pick<ReportDocument, 'identity'>): string {
  return facts([
    ['Report', mono(identity.report_id)],
    ['Made by', text(`${identity.tool} ${identity.tool_version}`)],
    ['Build, SHA-256', identity.build === null ? text('run from source') : mono(identity.build)],
    ['Machine', stated(identity.machine)],
    ['Operator', stated(identity.operator)],
    ['Made at', time(identity.created_at)],
    ['Network', text(identity.network)],
  ]);
}

/** The file by its name, size and hashes. */
export function fileFacts(
  file: Pick<ReportDocument['subject'], 'file_name' | 'file_size' | 'sha256' | 'sha3_384'>,
): string {
  return facts([
    ['File', text(file.file_name)],
    ['Size', text(`${file.file_size} bytes`)],
    ['SHA-256', mono(file.sha256)],
    ['SHA3-384', mono(file.sha3_384)],
  ]);
}

/** The times of a report; `claimed` are rows about those that the file states. */
export function timesSection(
  { times }: { readonly times: Pick<ReportDocument['times'], 'verified_at' | 'statement'> },
  claimed: readonly Row[] = [],
): string {
  return [
    facts([...claimed, ['Time of verification', time(times.verified_at)], ['Independently proven time', text('none')]]),
    `<p>${text(times.statement)}</p>`,
  ].join('\n');
}

/** The trusted key sets, and the verdict on each signature. */
export function keysAndSignatures({
  key_sets,
  revocations,
  signatures,
}: Pick<ReportDocument['signers'], 'key_sets' | 'revocations' | 'signatures'>): string {
  const sets =
    key_sets.length === 0
      ? '<p>No trusted key set took part in this verification.</p>'
      : key_sets.map(signerFacts).join('\n');
  const table = grid('signatures', ['Slot', 'Algorithm', 'Status', 'Key'], signatures.map(signatureRow));
  const known = facts([['Revocations', text(revocationText(revocations))]]);
  return ['<h3>Key sets</h3>', sets, known, '<h3>Signatures</h3>', table].join('\n');
}

function signerFacts(set: UsedKeySet): string {
  return facts([
    ['Key set', text(set.keyset_id) + (set.demo ? ' (demo)' : '')],
    ['Edition', text(String(set.edition))],
    ['Fingerprint', mono(set.fingerprint)],
    ['Issuer', text(set.issuer)],
    ['Principal', text(set.principal)],
    ['Valid', `${time(set.not_before)} to ${time(set.not_after)}`],
    ...(set.superseded_on === null ? [] : [['Superseded on', time(set.superseded_on)] as const]),
    ['From', text(sourceText(set))],
    ...holdRows(set),
    ...set.revocations.map((revocation): Row => ['Revoked key', revokedKey(revocation)]),
  ]);
}

/** `pinned` is said only where a person compared the fingerprint (decisions 12.6). */
function holdRows({ held, endorsed_by: edition, accepted_by, accepted_at, accepted_from }: UsedKeySet): readonly Row[] {
  const endorsed: readonly Row[] = edition === null ? [] : [['Endorsed', text(`endorsed by edition ${edition}`)]];
  if (accepted_by === null || accepted_at === null) return endorsed;
  const from = accepted_from === null ? '' : text(`, from ${accepted_from}`);
  const by = `${text(`${held === 'pinned' ? 'pinned' : 'accepted'} by ${accepted_by} at `)}${time(accepted_at)}${from}`;
  return [...endorsed, [held === 'pinned' ? 'Pinned' : 'Accepted', by]];
}

/** Where a key set that was used came from (decisions 12.6). */
function sourceText({ source, path }: UsedKeySet): string {
  if (source === 'given') return `given for this check${path === null ? '' : `: ${path}`}`;
  return source === 'own_service' ? 'own service' : 'trust store';
}

function revokedKey({ algorithm, thumbprint, revoked_at, reason, source }: UsedKeySet['revocations'][number]): string {
  const stated = text(`, reason: ${reason === '' ? 'none stated' : reason} (${source})`);
  return `${text(`${algorithm} `)}${mono(thumbprint)}${text(', revoked on ')}${time(revoked_at)}${stated}`;
}

/** What was known of revocations (decisions 12.12). */
function revocationText({ store, count, last_change }: RevocationState): string {
  const known = `${count} ${count === 1 ? 'revocation' : 'revocations'}`;
  if (store !== null) return `${store}: ${known}, last change ${last_change ?? 'never'}`;
  return count === 0
    ? 'No trust store was read, so no revocations are known.'
    : `No trust store was read; only ${known} given for this check.`;
}

function signatureRow({ slot, algorithm, status, key_thumbprints, reason }: ReportSignature): readonly string[] {
  const note = reason === null ? '' : `<br><span class="note">${text(reason)}</span>`;
  const keys = key_thumbprints.map(mono).join('<br>');
  return [
    mono(slot),
    text(algorithm === '' ? 'not judged' : algorithm),
    text(SLOT_STATUS_WORDS[status as SlotStatus]) + note,
    keys,
  ];
}

export function checksSection(checks: readonly ReportCheck[]): string {
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const summary = `${count('passed')} passed, ${count('failed')} failed, ${count('pending')} waiting, ${count('not_performed')} not checked.`;
  const rows = checks.map((check) => [
    mono(check.id),
    `<span class="${check.status}">${text(CHECK_STATUS_WORDS[check.status as CheckStatus])}</span>`,
    text(check.sentence) + checkDetails(check),
  ]);
  return `<p>${text(summary)}</p>\n${grid('checks', ['Check', 'Status', 'Finding'], rows)}`;
}

function checkDetails({ expected, found, reason }: ReportCheck): string {
  const lines = [
    ['Expected', expected],
    ['Found', found],
    ['Reason', reason],
  ] as const;
  return lines
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<br><span class="note">${name}:</span> ${mono(value ?? '')}`)
    .join('');
}

/** `remainder` says in words of the heading how what is not signed stands to the signatures. */
export function scopeSection({ scope }: Pick<ReportDocument, 'scope'>, remainder: string): string {
  const listed = (names: readonly string[]) => (names.length === 0 ? '<p>Nothing.</p>' : list(names));
  return [
    `<p>${text(scope.statement)}</p>`,
    '<h3>Signed</h3>',
    listed(scope.signed),
    `<h3>Stated by the file, ${text(remainder)}</h3>`,
    listed(scope.not_signed),
  ].join('\n');
}

export function policySection({ policy }: Pick<ReportDocument, 'policy'>): string {
  const overrides = policy.overrides.length === 0 ? text('none') : text(policy.overrides.join(', '));
  return [
    facts([
      ['Policy', mono(policy.name)],
      ['SHA3-384', mono(policy.sha3_384)],
      ['Required signatures', text(policy.required_signatures.join(', '))],
      ['Accepted algorithms', text(policy.accepted_algorithms.join(', '))],
      ['Overrides', overrides],
    ]),
    list(policy.rules),
  ].join('\n');
}

/** The last sections of every report. */
export function closingSections(
  document: Pick<ReportDocument, 'semantics' | 'reproduce' | 'integrity'> & {
    readonly verdict: Pick<ReportDocument['verdict'], 'outcome' | 'code'>;
  },
): readonly Section[] {
  return [
    ['Meaning of the words', semanticsSection(document)],
    ['How to repeat this verification', reproduceSection(document)],
    ['Integrity of this report', integritySection(document)],
  ];
}

function semanticsSection({ semantics }: Pick<ReportDocument, 'semantics'>): string {
  return facts(semantics.map(({ term, meaning }) => [term, text(meaning)]));
}

function reproduceSection({ reproduce, verdict }: Parameters<typeof closingSections>[0]): string {
  return facts([
    ['Command', mono(reproduce.command)],
    ['Expected outcome', text(`${headingOf(verdict)} (exit code ${reproduce.expected_exit_code})`)],
    ['Needed', text(reproduce.needs)],
  ]);
}

function integritySection({ integrity }: Pick<ReportDocument, 'integrity'>): string {
  return [
    facts([
      ['Hash', mono(integrity.hash)],
      ['Made by', text(integrity.algorithm)],
    ]),
    '<p>The hash identifies the JSON form of this report. It is no signature: to be sure, verify the file again.</p>',
  ].join('\n');
}

export type Row = readonly [name: string, markup: string];

/** Facts that must not be mistaken for confirmed ones. */
export function fenced(reason: string, rows: readonly Row[]): string {
  return `<div class="fenced"><p class="note">${text(reason)}</p>${facts(rows)}</div>`;
}

/** A table of names and values; the values are markup already. */
export function facts(rows: readonly Row[]): string {
  const body = rows.map(([name, markup]) => `<tr><th scope="row">${text(name)}</th><td>${markup}</td></tr>`);
  return `<table class="facts"><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** A table with a heading row; the cells are markup already. */
export function grid(kind: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((name) => `<th scope="col">${text(name)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table class="${kind}"><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

export function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${text(item)}</li>`).join('\n')}\n</ul>`;
}

export function stated(value: string | null): string {
  return value === null ? '<span class="note">not stated</span>' : text(value);
}

export function optionalMono(value: string | null): string {
  return value === null ? stated(value) : mono(value);
}

export function mono(value: string): string {
  return `<code>${text(value)}</code>`;
}

export function time(iso: string): string {
  return `<time datetime="${text(iso)}">${text(iso.replace('T', ' ').replace('Z', ' UTC'))}</time>`;
}

/** Text from a file as HTML: what deceives the eye is shown by its code point. */
export function text(value: string): string {
  return escapeHtml(visibleText(value));
}
