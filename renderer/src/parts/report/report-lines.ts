/** What a verification says, as lines of text: for the text beside its picture. */
import { notChecked } from '@touchstone/core/verdict/outcome-words.ts';
import { CHECK_GROUPS, type Check, type CheckGroup } from '@touchstone/core/verdict/verification-report.ts';
import { formatTime } from '../../lib/format.ts';
import { words } from '../../words/parts/verification.ts';
import type { TextLine, TextLines } from '../page/text-lines.ts';
import { AGENT_ASKS, CHECK_WORDS, GROUPS, meaningOf, OUTCOMES, SLOT_WORDS } from '../verification/meaning.ts';
import { type AnyReport, isAgentReport } from '../verification/messages.ts';
import { isTimeSigned } from './signed-time.ts';

const { banner, text } = words;

/** Who signed, and when, as the file states them. */
export interface StatedBy {
  readonly signer: string | null;
  readonly time: string | null;
}

/** The verdict first, then what it means, who signed, and every check. */
export function reportLines(report: AnyReport, stated: StatedBy | undefined): TextLines {
  const { outcome, sentence, demo, kind, trust_source, trust, checks, signatures } = report;
  const code = report.code ?? null;
  const { means, canBeDone } = meaningOf(outcome, code, kind);
  const open = outcome === 'VERIFIED' ? notChecked(report) : [];
  const slots = Object.entries(signatures);
  return [
    text.verdict(OUTCOMES[outcome].word, code ?? outcome, sentence),
    ...(demo ? [banner.demoText] : []),
    ...(trust_source === 'own_service' ? [banner.held.own_service] : []),
    ...(open.length > 0 ? [banner.notChecked(open.join(', '))] : []),
    ...trust.notes.map(banner.note),
    text.named(banner.means, means),
    text.named(banner.canBeDone, canBeDone),
    ...(outcome === 'INPUT_ERROR' ? [] : signedBy(report, stated)),
    text.named(banner.verifiedAt, timeOf(report.verified_at)),
    checkLines(checks, isAgentReport(report) ? AGENT_ASKS : {}),
    ...(slots.length === 0
      ? []
      : [
          {
            text: text.signatures,
            lines: slots.map(([slot, { status, algorithm, reason }]) =>
              text.slot(SLOT_WORDS[status].word, algorithm, slot, reason),
            ),
          },
        ]),
    text.named(text.file, report.file.name),
    text.named(text.sha256, report.file.sha256),
  ];
}

function signedBy(report: AnyReport, stated: StatedBy | undefined): readonly string[] {
  const [signer] = report.trust.key_sets;
  const known =
    report.outcome === 'VERIFIED' && signer !== undefined
      ? [text.named(banner.signedBy, text.signer(signer.issuer, signer.keyset_id, signer.edition, signer.held))]
      : [];
  if (stated === undefined) return known;
  const { signer: name, time } = stated;
  return [
    ...(known.length > 0 ? known : [text.named(banner.statedSigner, name ?? banner.unknown)]),
    text.named(
      isTimeSigned(report) ? banner.signedAt : banner.statedTime,
      time === null ? banner.unknown : timeOf(time),
    ),
  ];
}

/** All checks by their groups, in the order in which findings win. */
export function checkLines(
  checks: readonly Check[],
  asks: Partial<Readonly<Record<CheckGroup, string>>> = {},
): TextLine {
  const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length;
  return {
    text: words.checks.count(checks.length, count('passed'), count('failed'), count('pending'), count('not_performed')),
    lines: CHECK_GROUPS.flatMap((group) => {
      const own = checks.filter((check) => check.group === group);
      if (own.length === 0) return [];
      return { text: text.named(GROUPS[group].title, asks[group] ?? GROUPS[group].asks), lines: own.map(checkLine) };
    }),
  };
}

function checkLine({ id, status, sentence, reason, expected, found }: Check): TextLine {
  return {
    text: text.check(CHECK_WORDS[status].word, sentence, id),
    lines: [
      ...(status === 'not_performed' && reason !== undefined ? [reason] : []),
      ...(status !== 'passed' && expected !== undefined ? [text.named(words.checks.expected, expected)] : []),
      ...(status !== 'passed' && found !== undefined ? [text.named(words.checks.found, found)] : []),
    ],
  };
}

function timeOf(time: string): string {
  return formatTime(time)?.utc ?? time;
}
