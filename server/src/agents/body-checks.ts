/** What contracts of agent operations cannot say of a body. */
import { isReservedActionType } from '@touchstone/core/agent/node.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { invalid } from '../errors.ts';

type ActionBody = InputOf<typeof api.agents.actions.attest>['body'];
type ApprovalBody = InputOf<typeof api.agents.approval.request>['body'];

/** An action must not pass for a receipt of another kind. Throws INVALID_REQUEST. */
export function checkAction(body: Pick<ActionBody, 'action_type' | 'metadata'>): void {
  if (isReservedActionType(body.action_type)) {
    throw invalid('action_type', '`action_type` is what a receipt of another operation is called.');
  }
  checkMetadata(body);
}

/** In bytes of UTF-8, names and texts together: long sessions are read in pieces of so many nodes. */
export const METADATA_LIMIT = 16 * 1024;

/** Throws INVALID_REQUEST. */
export function checkMetadata({ metadata = {} }: Pick<ActionBody, 'metadata'>): void {
  const size = Object.entries(metadata)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > METADATA_LIMIT) throw invalid('metadata', '`metadata` must not be longer than 16 KiB.');
}

/** More approvals than there are approvers would never come. Throws INVALID_REQUEST. */
export function checkThreshold({ threshold = 1, approvers }: Pick<ApprovalBody, 'threshold' | 'approvers'>): void {
  if (threshold > approvers.length) {
    throw invalid('threshold', '`threshold` must not be more than there are approvers.');
  }
}
