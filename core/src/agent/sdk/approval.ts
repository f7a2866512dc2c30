/** Waits until an approval is decided or expired. */
import { ApiFailure, ConnectionFailure } from '../../api/client.ts';
import { type Connection, failureOf } from './connection.ts';
import { MissingReceipt } from './failures.ts';
import { readApproval, UnusableAnswer } from './operations.ts';
import { pause } from './platform.ts';
import type { ApprovalResult } from './types/acts.ts';
import type { AbortSignalLike } from './types/connection.ts';
import type { AgentReceipt } from './types/receipt.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** The server decides what is expired. When it stays away for so long after that, the wait is given up. */
const GRACE_MS = 60_000;

/**
 * Asks with growing pauses. Rejects with MissingReceipt: `aborted` by the caller's signal, `unreachable` where the server
 * is away past the approval's end, `refused` where it knows no such approval.
 */
export async function waitForApproval(
  { client, platform, timeoutMs, url }: Connection,
  receipt: AgentReceipt,
  timeoutSeconds: number,
  signal: AbortSignalLike | undefined,
): Promise<ApprovalResult> {
  const id = receipt.details.approval_id ?? receipt.node_id;
  const last = platform.clock() + timeoutSeconds * 1000 + GRACE_MS;
  const call = { timeoutMs, ...(signal === undefined ? {} : { signal }) };
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      const { state, decisions, approval_id } = await readApproval(client, id, call);
      if (state !== 'pending') {
        return { approved: state === 'approved', state, approvalId: approval_id, decisions, receipt };
      }
    } catch (error) {
      if (!mayPass(error) || platform.clock() > last) throw failureOf(error, url);
    }
    await pause(platform, waitMs, [signal]);
    if (signal?.aborted === true) {
      throw new MissingReceipt('aborted', 'The caller gave up. The approval stays open until it expires.');
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionFailure) return error.kind !== 'aborted';
  if (!(error instanceof ApiFailure)) return error instanceof UnusableAnswer;
  const { status, code } = error;
  return code === 'UNKNOWN' || status >= 500 || status === 429;
}
