/** What contracts of agent operations cannot say of a body. */
import { isReservedActionType } from '@touchstone/core/agent/node.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { invalid } from '../errors.ts';

type ActionBody = InputOf<typeof api.agents.actions.attest>['body'];
type ApprovalBody = InputOf<typeof api.agents.approval.request>['body'];

/** An action must not pass for a receipt of another kind. Throws INVALID_REQUEST. */
export function checkActionType({ action_type }: Pick<ActionBody, 'action_type'>): void {
  if (isReservedActionType(action_type)) {
    throw invalid('action_type', '`action_type` is what a receipt of another operation is called.');
  }
}

/** More approvals than there are approvers would never come. Throws INVALID_REQUEST. */
export function checkThreshold({ threshold = 1, approvers }: Pick<ApprovalBody, 'threshold' | 'approvers'>): void {
  if (threshold > approvers.length) {
    throw invalid('threshold', '`threshold` must not be more than there are approvers.');
  }
}
