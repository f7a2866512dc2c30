/**
 * The report on a session, node or log that is printed and filed, for somebody who has to answer for what an agent did. Pure:
 * it judges nothing again and takes every fact of its surroundings as an argument. Its JSON form is what the last section's
 * hash covers.
 */

import type { JsonObject } from '../canonical-json.ts';
import { notChecked } from '../verdict/outcome-words.ts';
import type { AgentFileKind, AgentReport, BrokenPlace } from '../verdict/verification-report.ts';
import type { AgentOutline } from './agent-outline.ts';
import {
  checkOf,
  hashOf,
  identityOf,
  integrityOf,
  keysAndSignaturesOf,
  type ReportDocument,
  type ReportExtras,
} from './document.ts';
import { reproductionOf } from './reproduction.ts';
import { words as agentWords } from './words/agent-report.ts';
import { AGENT_GLOSSARY } from './words/glossary.ts';
import { AGENT_POLICIES } from './words/policies.ts';
import { words } from './words/report.ts';

export const AGENT_REPORT_SCHEMA = 'svc-agent-report/v2';

/** Something that a reader could take for shown and that is not. */
export interface NotProven {
  readonly what: string;
  readonly why: string;
}

export interface AgentReportDocument
  extends Pick<ReportDocument, 'identity' | 'checks' | 'policy' | 'semantics' | 'reproduce' | 'integrity'> {
  readonly schema_version: typeof AGENT_REPORT_SCHEMA;
  readonly subject: Pick<ReportDocument['subject'], 'file_name' | 'file_size' | 'sha256' | 'sha3_384'> & {
    readonly kind: AgentFileKind;
  };
  readonly verdict: Omit<ReportDocument['verdict'], 'claimed_verdict'> & {
    /** Whether it is shown that no recorded receipt is missing. */
    readonly completeness: 'concluded' | 'not concluded';
    readonly broken: BrokenPlace | null;
  };
  /** What the file states; confirmed only where the outcome is VERIFIED. null where it could not be read. */
  readonly stated: AgentOutline | null;
  readonly signers: Pick<ReportDocument['signers'], 'key_sets' | 'revocations' | 'signatures'>;
  readonly times: { readonly verified_at: string; readonly proven: null; readonly statement: string };
  readonly scope: ReportDocument['scope'];
  readonly not_proven: readonly NotProven[];
}

/** `outline` is that of the same bytes. */
export function agentReportDocument(
  report: AgentReport,
  outline: AgentOutline | null,
  extras: ReportExtras,
): AgentReportDocument {
  const policy = AGENT_POLICIES[report.kind];
  const body: Omit<AgentReportDocument, 'integrity'> = {
    schema_version: AGENT_REPORT_SCHEMA,
    identity: identityOf(report, extras),
    subject: {
      kind: report.kind,
      file_name: report.file.name,
      file_size: report.file.size,
      sha256: report.file.sha256,
      sha3_384: report.file.sha3_384,
    },
    verdict: verdictOf(report),
    stated: report.outcome === 'INPUT_ERROR' ? null : outline,
    signers: keysAndSignaturesOf(report, extras.trust),
    times: {
      verified_at: report.verified_at,
      proven: null,
      statement: words.times.service,
    },
    checks: report.checks.map(checkOf),
    policy: { ...policy, sha3_384: hashOf({ ...policy }) },
    scope: scopeOf(report),
    not_proven: notProvenOf(report),
    semantics: AGENT_GLOSSARY,
    reproduce: reproductionOf(report, words.reproduce.agentKeySection, extras.given),
  };
  return { ...body, integrity: integrityOf(asJson(body)) };
}

/** Whether a report's hash covers its sections. It says nothing of who made the report. */
export function isAgentReportIntact({ integrity, ...body }: AgentReportDocument): boolean {
  return integrity.hash === hashOf(asJson(body));
}

/** Interfaces have no index signature; every member is JSON all the same. */
function asJson(body: Omit<AgentReportDocument, 'integrity'>): JsonObject {
  return body as typeof body & JsonObject;
}

function verdictOf(report: AgentReport): AgentReportDocument['verdict'] {
  const slots = Object.values(report.signatures);
  const isConcluded = report.kind === 'session' && report.outcome === 'VERIFIED';
  return {
    outcome: report.outcome,
    code: report.code ?? null,
    sentence: report.sentence,
    exit_code: report.exit_code,
    valid_signatures: slots.filter(({ status }) => status === 'valid').length,
    total_signatures: slots.length,
    demo: report.demo,
    not_checked: notChecked(report),
    notes: report.trust.notes,
    completeness: isConcluded ? 'concluded' : 'not concluded',
    broken: report.broken,
  };
}

function scopeOf(report: AgentReport): ReportDocument['scope'] {
  if (report.outcome === 'INPUT_ERROR') {
    return { signed: [], not_signed: [], statement: words.unreadableScope };
  }
  return {
    signed: AGENT_POLICIES[report.kind].signed,
    not_signed: report.not_covered,
    statement: words.scope.agent,
  };
}

/** What was not concluded, of the checks and beyond them. */
function notProvenOf(report: AgentReport): readonly NotProven[] {
  if (report.outcome === 'INPUT_ERROR') return [];
  const open = report.checks
    .filter(({ status }) => status === 'pending' || status === 'not_performed')
    .map(({ sentence, reason }) => ({ what: sentence, why: reason ?? '' }));
  const isSealed = report.kind === 'session' || report.kind === 'node';
  return isSealed ? [...open, agentWords.notProven.ledger] : open;
}
