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
import { STYLE } from './style.ts';
import { words } from './words/report.ts';

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
    `<title>${text(words.titleOf(identity.report_id, outcomeWord(verdict.outcome)))}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${text(words.title)}</h1>`,
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
  const { name, text: reason } = words.demo;
  const demo = verdict.demo ? `<p><strong>${text(name)}</strong> ${text(reason)}</p>` : '';
  const about = `<p>${text(subject.file_name)}</p>`;
  const open = openRows(verdict).map(([label, markup]) => `<p>${text(label)}: ${markup}</p>`);
  return `<div class="outcome ${LOOKS[verdict.outcome] ?? 'bad'}">${headingOf(verdict, 'strong')}<p>${text(verdict.sentence)}</p>${more}${open.join('')}${about}${demo}</div>`;
}

/** The outcome, and its code beside it as code. */
function headingOf({ outcome, code }: Pick<ReportDocument['verdict'], 'outcome' | 'code'>, tag = 'span'): string {
  const word = `<${tag}>${text(outcomeWord(outcome))}</${tag}>`;
  return code === null ? word : `${word} ${mono(code)}`;
}

/** The outcome, what it means, and what stands beside it. */
export function outcomeRows(
  verdict: Pick<ReportDocument['verdict'], 'outcome' | 'code' | 'sentence' | 'not_checked' | 'notes'>,
): readonly Row[] {
  return [[words.outcome, headingOf(verdict)], [words.meaning, text(verdict.sentence)], ...openRows(verdict)];
}

/** The last rows about every verdict. */
export function closingRows({
  demo,
  exit_code,
}: Pick<ReportDocument['verdict'], 'demo' | 'exit_code'>): readonly Row[] {
  return [
    [words.demoKeys, text(demo ? words.yes : words.no)],
    [words.exitCode, mono(String(exit_code))],
  ];
}

/** The heading of a box around what the file states. */
export function notConfirmed(outcome: string): string {
  return words.notConfirmed(outcomeWord(outcome));
}

/** What stands beside the outcome: notes on it, and by name what was not looked at (decisions 12.16). */
function openRows({
  not_checked: open,
  notes,
}: Pick<ReportDocument['verdict'], 'not_checked' | 'notes'>): readonly Row[] {
  return [
    ...notes.map((note): Row => [words.note, text(note)]),
    ...(open.includes('payload') ? [[words.payload, text(words.notCompared)] as const] : []),
    ...(open.length === 0 ? [] : [[words.notChecked, text(open.join(', '))] as const]),
  ];
}

function outcomeWord(outcome: string): string {
  return OUTCOME_WORDS[outcome as Outcome];
}

export function identitySection({ identity }: Pick<ReportDocument, 'identity'>): string {
  const names = words.identity;
  return facts([
    [names.report, mono(identity.report_id)],
    [names.tool, text(`${identity.tool} ${identity.tool_version}`)],
    [names.build, identity.build === null ? text(names.source) : mono(identity.build)],
    [names.machine, stated(identity.machine)],
    [names.operator, stated(identity.operator)],
    [names.created, time(identity.created_at)],
    [names.network, text(identity.network)],
  ]);
}

/** The file by its name, size and hashes. */
export function fileFacts(
  file: Pick<ReportDocument['subject'], 'file_name' | 'file_size' | 'sha256' | 'sha3_384'>,
): string {
  return facts([
    [words.file.name, text(file.file_name)],
    [words.file.size, text(words.file.bytes(file.file_size))],
    [words.file.sha256, mono(file.sha256)],
    [words.file.sha3, mono(file.sha3_384)],
  ]);
}

/** The times of a report; `claimed` are rows about those that the file states. */
export function timesSection(
  { times }: { readonly times: Pick<ReportDocument['times'], 'verified_at' | 'statement'> },
  claimed: readonly Row[] = [],
): string {
  return [
    facts([...claimed, [words.times.verified, time(times.verified_at)], [words.times.proven, text(words.none)]]),
    paragraph(times.statement),
  ].join('\n');
}

/** The trusted key sets, and the verdict on each signature. */
export function keysAndSignatures({
  key_sets,
  revocations,
  signatures,
}: Pick<ReportDocument['signers'], 'key_sets' | 'revocations' | 'signatures'>): string {
  const names = words.signers;
  const sets = key_sets.length === 0 ? paragraph(names.none) : key_sets.map(signerFacts).join('\n');
  const table = grid('signatures', names.columns, signatures.map(signatureRow));
  const known = facts([[names.revocations, text(revocationText(revocations))]]);
  return [heading(names.keySets), sets, known, heading(names.signatures), table].join('\n');
}

function signerFacts(set: UsedKeySet): string {
  const names = words.signers;
  return facts([
    [names.keySet, text(set.keyset_id + (set.demo ? names.demo : ''))],
    [names.edition, text(String(set.edition))],
    [names.fingerprint, mono(set.fingerprint)],
    [names.setIssuer, text(set.issuer)],
    [names.setPrincipal, text(set.principal)],
    [names.valid, time(set.not_before) + text(names.validTo) + time(set.not_after)],
    ...(set.superseded_on === null ? [] : [[names.superseded, time(set.superseded_on)] as const]),
    [names.from, text(names.source(set))],
    ...holdRows(set),
    ...set.revocations.map((revocation): Row => [names.revokedKey, revokedKey(revocation)]),
  ]);
}

/** `pinned` is said only where a person compared the fingerprint (decisions 12.6). */
function holdRows({ held, endorsed_by: edition, accepted_by, accepted_at, accepted_from }: UsedKeySet): readonly Row[] {
  const names = words.signers;
  const endorsed: readonly Row[] = edition === null ? [] : [[names.endorsed, text(names.endorsedBy(edition))]];
  if (accepted_by === null || accepted_at === null) return endorsed;
  const from = accepted_from === null ? '' : text(names.acceptedFrom(accepted_from));
  const isPinned = held === 'pinned';
  const by = text(isPinned ? names.pinnedBy(accepted_by) : names.acceptedBy(accepted_by)) + time(accepted_at) + from;
  return [...endorsed, [isPinned ? names.pinned : names.accepted, by]];
}

function revokedKey({ algorithm, thumbprint, revoked_at, reason, source }: UsedKeySet['revocations'][number]): string {
  const { revokedOn, revokedFor } = words.signers;
  return [
    text(`${algorithm} `),
    mono(thumbprint),
    text(revokedOn),
    time(revoked_at),
    text(revokedFor(reason, source)),
  ].join('');
}

/** What was known of revocations (decisions 12.12). */
function revocationText({ store, count, last_change }: RevocationState): string {
  return store === null ? words.signers.noStore(count) : words.signers.known(store, count, last_change);
}

function signatureRow({ slot, algorithm, status, key_thumbprints, reason }: ReportSignature): readonly string[] {
  const note = reason === null ? '' : `<br><span class="note">${text(reason)}</span>`;
  const keys = key_thumbprints.map(mono).join('<br>');
  return [
    mono(slot),
    text(algorithm === '' ? words.signers.notChecked : algorithm),
    text(SLOT_STATUS_WORDS[status as SlotStatus]) + note,
    keys,
  ];
}

export function checksSection(checks: readonly ReportCheck[]): string {
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const summary = words.checks.summary(count('passed'), count('failed'), count('pending'), count('not_performed'));
  const rows = checks.map((check) => [
    mono(check.id),
    `<span class="${check.status}">${text(CHECK_STATUS_WORDS[check.status as CheckStatus])}</span>`,
    text(check.sentence) + checkDetails(check),
  ]);
  return `${paragraph(summary)}\n${grid('checks', words.checks.columns, rows)}`;
}

function checkDetails({ expected, found, reason }: ReportCheck): string {
  const lines = [
    [words.checks.expected, expected],
    [words.checks.found, found],
    [words.checks.reason, reason],
  ] as const;
  return lines
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<br><span class="note">${text(name)}:</span> ${mono(value ?? '')}`)
    .join('');
}

/** `remainder` is the heading of what is not signed. */
export function scopeSection({ scope }: Pick<ReportDocument, 'scope'>, remainder: string): string {
  const listed = (names: readonly string[]) => (names.length === 0 ? paragraph(words.scope.nothing) : list(names));
  return [
    paragraph(scope.statement),
    heading(words.scope.signed),
    listed(scope.signed),
    heading(remainder),
    listed(scope.not_signed),
  ].join('\n');
}

export function policySection({ policy }: Pick<ReportDocument, 'policy'>): string {
  const overrides = policy.overrides.length === 0 ? words.none : policy.overrides.join(', ');
  return [
    facts([
      [words.policy.name, mono(policy.name)],
      [words.policy.hash, mono(policy.sha3_384)],
      [words.policy.signatures, text(policy.required_signatures.join(', '))],
      [words.policy.algorithms, text(policy.accepted_algorithms.join(', '))],
      [words.policy.overrides, text(overrides)],
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
    [words.sections.glossary, semanticsSection(document)],
    [words.sections.reproduce, reproduceSection(document)],
    [words.sections.integrity, integritySection(document)],
  ];
}

function semanticsSection({ semantics }: Pick<ReportDocument, 'semantics'>): string {
  return facts(semantics.map(({ term, meaning }) => [term, text(meaning)]));
}

function reproduceSection({ reproduce, verdict }: Parameters<typeof closingSections>[0]): string {
  return facts([
    [words.reproduce.command, mono(reproduce.command)],
    [words.reproduce.expected, headingOf(verdict) + text(words.reproduce.exitCode(reproduce.expected_exit_code))],
    [words.reproduce.needed, text(reproduce.needs)],
  ]);
}

function integritySection({ integrity }: Pick<ReportDocument, 'integrity'>): string {
  return [
    facts([
      [words.integrity.hash, mono(integrity.hash)],
      [words.integrity.algorithm, text(integrity.algorithm)],
    ]),
    paragraph(words.integrity.note),
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

/** A heading within a section. */
export function heading(value: string): string {
  return `<h3>${text(value)}</h3>`;
}

export function paragraph(value: string): string {
  return `<p>${text(value)}</p>`;
}

export function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${text(item)}</li>`).join('\n')}\n</ul>`;
}

export function stated(value: string | null): string {
  return value === null ? `<span class="note">${text(words.notStated)}</span>` : text(value);
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
