/** What the page and its verification workers say to each other. */

import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Hint } from '@touchstone/core/file-kinds/recognise.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { OwnKeySet } from '@touchstone/core/keys/own-service.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { AgentOutline } from '@touchstone/core/report/agent-outline.ts';
import {
  type AgentCode,
  type AgentReport,
  isAgentFileKind,
  type Outcome,
  type OutcomeCode,
  type VerificationReport,
} from '@touchstone/core/verdict/verification-report.ts';
import type { StatedFacts } from './facts.ts';

export type ToWorker =
  | { readonly type: 'trust'; readonly trust: TrustStore; readonly own: readonly OwnKeySet[] }
  /** The worker reads the file itself: its bytes never pass through the page's thread. */
  | {
      readonly type: 'verify';
      readonly id: number;
      readonly file: Blob;
      readonly name: string;
      readonly full: boolean;
      /** What the receipt or signature in the file was made for; null where nobody gave it. */
      readonly payload: Blob | null;
      /** Whether a large file is wanted whole, for its tree. */
      readonly whole: boolean;
      /** A trust store that counts for this file beside the worker's own; null where nothing is lent. */
      readonly lent: TrustStore | null;
    };

export type FromWorker =
  | { readonly type: 'ready' }
  /** All code is there that files may need: the server may stop from now on. */
  | { readonly type: 'loaded' }
  /** How many parts of a long file are judged. */
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly type: 'done'; readonly id: number; readonly result: FileResult }
  /** The file could not be read, or the verifier itself broke. Never a verdict. */
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What core's verifiers answer: one report in all essentials, with codes of its own for files of agents. */
export type AnyReport = VerificationReport | AgentReport;

export function isAgentReport(report: AnyReport): report is AgentReport {
  return isAgentFileKind(report.kind);
}

/** The few values that a row of many files shows. */
export interface RowFacts {
  readonly outcome: Outcome;
  readonly code: OutcomeCode | AgentCode | null;
  readonly sentence: string;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly principal: string | null;
  readonly cycle: string | null;
  readonly claimedVerdict: string | null;
  readonly demo: boolean;
  readonly durationMs: number;
}

export interface Judged {
  readonly kind: 'judged';
  readonly row: RowFacts;
  /** The report as UTF-8 JSON: off the heap, so that ten thousand of them stay light. */
  readonly packedReport: Uint8Array<ArrayBuffer>;
  /** Only where `full` was asked for. */
  readonly full: FullResult | null;
}

export interface FullResult {
  readonly report: AnyReport;
  readonly facts: StatedFacts | null;
  readonly hint: Hint | null;
  /** The parsed file, or the outline of a large one; null where it could not be parsed. */
  readonly document: JsonObject | null;
  /** Whether `document` holds only the small parts of a large file. */
  readonly isOutline: boolean;
  /** Of a file of an agent, what a printed report shows of it; null where it could not be read. */
  readonly agentOutline: AgentOutline | null;
}

export type FileResult =
  | Judged
  | { readonly kind: 'key_set'; readonly keySet: KeySet }
  | { readonly kind: 'broken_key_set'; readonly field: string; readonly message: string };

/** A larger file is verified all the same; only its outline comes to the page until a person asks for its tree. */
export const MAX_TREE_BYTES = 16 * 1024 * 1024;
