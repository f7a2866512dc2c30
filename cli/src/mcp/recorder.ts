/** What the proxy needs of an attested session. */
import type { JudgedAttributes } from './call.ts';

export interface Decision {
  readonly allowed: boolean;
  /** The rule that refused; null where none did. */
  readonly rule: string | null;
  /** The receipt of the decision. */
  readonly nodeId: string;
}

/** A call that is about to be forwarded. */
export interface StartedCall {
  readonly tool: string;
  readonly requestHash: string;
  /** Names and texts; what was judged is among them. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface CallReceipt extends StartedCall {
  /** What `begin` answered for this call; null where it was not begun. */
  readonly key: string | null;
  /** Absent where there was no response. */
  readonly responseHash?: string;
  readonly status: 'success' | 'failure' | 'timeout' | 'denied' | 'pending';
}

/** The receipt of an act, as far as it is stored: null where it waits. */
export type StoredReceipt = string | null;

export interface Recorder {
  /** Asks the policy, which attests its answer. Throws Undecided where there is no answer: then nothing may be forwarded. */
  evaluate(tool: string, requestHash: string, judged: JudgedAttributes): Promise<Decision>;
  /**
   * Keeps that a call is about to be forwarded, before the server hears of it: should this process end before `attest`, the
   * call is recorded as failed, its outcome unknown. Answers the key for `attest`; null where nothing could be kept.
   */
  begin(call: StartedCall): Promise<string | null>;
  /**
   * Records what became of a call. Settles when the receipt is stored, or when it waits to be sent again because the
   * service is away; while receipts of forwarded calls wait, `evaluate` decides nothing. Receipts of refused calls let
   * decisions pass: after an outage nobody waits until all of them are stored. Answers the receipt's id.
   */
  attest(receipt: CallReceipt): Promise<StoredReceipt>;
  /** Records which messages passed without a receipt of their own: counts by sender and method. */
  attestPassed(counts: ReadonlyMap<string, number>): Promise<void>;
}

/** The policy could not be evaluated. The message is for the person who reads what the agent was told. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}
