/** Which words and look every outcome, code, check and slot has. Exhaustive by type. */

import type { EditionState } from '@touchstone/core/keys/edition-state.ts';
import { OUTCOME_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import {
  type AgentCode,
  type AgentFileKind,
  type CheckGroup,
  type CheckStatus,
  isAgentFileKind,
  type Outcome,
  type OutcomeCode,
  type SlotStatus,
  type SubjectKind,
} from '@touchstone/core/verdict/verification-report.ts';
import { type Meaning, words } from '../../words/parts/meanings.ts';
import { words as text } from '../../words/parts/verification.ts';

/** The five looks of the console (console.md, rule 2). */
export type Look = 'verified' | 'pending' | 'inconclusive' | 'failed' | 'skipped';

export interface OutcomeWords {
  readonly word: string;
  readonly look: Look;
}

export const OUTCOMES: Readonly<Record<Outcome, OutcomeWords>> = {
  VERIFIED: { word: OUTCOME_WORDS.VERIFIED, look: 'verified' },
  VERIFIED_PENDING_SIGNATURES: { word: OUTCOME_WORDS.VERIFIED_PENDING_SIGNATURES, look: 'pending' },
  PENDING: { word: OUTCOME_WORDS.PENDING, look: 'inconclusive' },
  FAILED: { word: OUTCOME_WORDS.FAILED, look: 'failed' },
  INPUT_ERROR: { word: OUTCOME_WORDS.INPUT_ERROR, look: 'failed' },
};

function isAgentCode(code: OutcomeCode | AgentCode): code is AgentCode {
  return Object.hasOwn(words.agent, code);
}

function isOutcomeCode(code: OutcomeCode | AgentCode): code is OutcomeCode {
  return Object.hasOwn(words.codes, code);
}

/** What a report is about: the kinds of files that can be verified. */
type ReportKind = SubjectKind | AgentFileKind;

/** The meaning of a report; the code decides, and VERIFIED carries none. */
export function meaningOf(outcome: Outcome, code: OutcomeCode | AgentCode | null, kind: ReportKind): Meaning {
  if (isAgentFileKind(kind)) {
    return code === null || outcome === 'VERIFIED' || !isAgentCode(code) ? words.verified[kind] : words.agent[code];
  }
  if (code !== null && !isOutcomeCode(code)) throw new TypeError(`internal: ${code} is no code of an ${kind}`);
  if (code === null || outcome === 'VERIFIED') return words.verified[kind];
  return (kind === 'artifact' ? undefined : words[kind][code]) ?? words.codes[code];
}

export const GROUPS: Readonly<Record<CheckGroup, { readonly title: string; readonly asks: string }>> = text.groups;

/** What groups of checks ask of files of agents. */
export const AGENT_ASKS: Partial<Readonly<Record<CheckGroup, string>>> = text.agentAsks;

export const CHECK_WORDS: Readonly<Record<CheckStatus, OutcomeWords>> = {
  passed: { word: text.checkStatus.passed, look: 'verified' },
  failed: { word: text.checkStatus.failed, look: 'failed' },
  pending: { word: text.checkStatus.pending, look: 'pending' },
  not_performed: { word: text.checkStatus.not_performed, look: 'skipped' },
};

export const SLOT_WORDS: Readonly<Record<SlotStatus, OutcomeWords>> = {
  valid: { word: text.slots.valid, look: 'verified' },
  invalid: { word: text.slots.invalid, look: 'failed' },
  untrusted: { word: text.slots.untrusted, look: 'inconclusive' },
  revoked: { word: text.slots.revoked, look: 'inconclusive' },
  superseded: { word: text.slots.superseded, look: 'inconclusive' },
  not_valid: { word: text.slots.not_valid, look: 'inconclusive' },
  pending: { word: text.slots.pending, look: 'pending' },
  not_performed: { word: text.slots.not_performed, look: 'skipped' },
};

export const EDITION_WORDS: Readonly<Record<EditionState, OutcomeWords>> = {
  current: { word: text.editions.current, look: 'verified' },
  older: { word: text.editions.older, look: 'skipped' },
  not_yet: { word: text.editions.not_yet, look: 'pending' },
  expired: { word: text.editions.expired, look: 'inconclusive' },
  untrusted: { word: text.editions.untrusted, look: 'skipped' },
  unsupported: { word: text.editions.unsupported, look: 'inconclusive' },
  partly_revoked: { word: text.editions.partly_revoked, look: 'failed' },
  revoked: { word: text.editions.revoked, look: 'failed' },
};

export const PILLAR_TITLES = text.pillars;
