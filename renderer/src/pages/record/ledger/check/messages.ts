/** What the Ledger page and its worker say to each other. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import type { LedgerBlock } from '@touchstone/core/ledger/block.ts';
import type { AnchorReport, StatedAnchor } from './anchor-report.ts';
import type { KeptHead, LedgerReport } from './report.ts';

export interface StatedKeys {
  /** Key sets as the service publishes them; the worker reads them strictly and drops what it cannot read. */
  readonly published: readonly JsonObject[];
  readonly trust: Trust;
}

/** `chain` and `export` ask the page for the blocks, part by part. */
export type LedgerTask =
  | {
      readonly kind: 'chain';
      readonly chain: ChainName;
      readonly keys: StatedKeys;
      readonly kept: KeptHead | null;
    }
  | { readonly kind: 'export'; readonly chain: ChainName }
  | { readonly kind: 'file'; readonly file: Blob; readonly keys: StatedKeys }
  | { readonly kind: 'block'; readonly chain: ChainName; readonly block: LedgerBlock; readonly keys: StatedKeys }
  | { readonly kind: 'anchor'; readonly chain: ChainName; readonly anchor: StatedAnchor; readonly keys: StatedKeys };

export type LedgerResult =
  | { readonly kind: 'report'; readonly report: LedgerReport; readonly ledgerId: string | null }
  | { readonly kind: 'anchor'; readonly report: AnchorReport }
  /** The text of a `*.pqledger.json` file. */
  | { readonly kind: 'export'; readonly file: Blob; readonly blocks: number }
  /** It is no ledger; nothing was judged. */
  | { readonly kind: 'unreadable'; readonly field: string; readonly message: string };

export type ToLedgerWorker =
  | { readonly type: 'run'; readonly id: number; readonly task: LedgerTask }
  /** The part that was asked for, as the server answered it. */
  | { readonly type: 'part'; readonly id: number; readonly part: JsonObject }
  | { readonly type: 'cancel'; readonly id: number };

export type FromLedgerWorker =
  | { readonly type: 'want'; readonly id: number; readonly from: number }
  /** `of` is null while the height of the chain is not known. */
  | { readonly type: 'progress'; readonly id: number; readonly blocks: number; readonly of: number | null }
  | { readonly type: 'done'; readonly id: number; readonly result: LedgerResult }
  | { readonly type: 'broke'; readonly id: number; readonly message: string };
