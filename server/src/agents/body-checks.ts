/** What contracts of agent operations cannot say of a body. */
import { METADATA_LIMIT, metadataBytes } from '@touchstone/core/agent/metadata.ts';
import { isReservedActionType } from '@touchstone/core/agent/node.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { invalid } from '../frame/errors.ts';

type ActionBody = InputOf<typeof api.agents.actions.attest>['body'];
type ToolBody = InputOf<typeof api.agents.tools.attest>['body'];
type StartBody = InputOf<typeof api.agents.sessions.start>['body'];
type ApprovalBody = InputOf<typeof api.agents.approval.request>['body'];

/** An action must not pass for a receipt of another kind. Throws INVALID_REQUEST. */
export function checkAction(body: Pick<ActionBody, 'action_type' | 'metadata' | 'imported'>): void {
  if (isReservedActionType(body.action_type)) {
    throw invalid('action_type', '`action_type` is what a receipt of another operation is called.');
  }
  checkMetadata(body);
  checkImported(body);
}

/** Throws INVALID_REQUEST. */
export function checkTool(body: Pick<ToolBody, 'metadata' | 'imported'>): void {
  checkMetadata(body);
  checkImported(body);
}

/** What has the form of a time may still be 30 February. Throws INVALID_REQUEST. */
export function checkImported({ imported }: Pick<StartBody, 'imported'>): void {
  for (const name of ['started_at', 'ended_at'] as const) {
    const time = imported?.[name];
    if (time === undefined || parseIsoTime(time) !== null) continue;
    throw invalid(`imported.${name}`, `\`imported.${name}\` is no real date.`);
  }
}

/** Throws INVALID_REQUEST. */
function checkMetadata({ metadata = {} }: Pick<ActionBody, 'metadata'>): void {
  if (metadataBytes(metadata) > METADATA_LIMIT) throw invalid('metadata', '`metadata` must not be longer than 16 KiB.');
}

/** More approvals than there are approvers would never come. Throws INVALID_REQUEST. */
export function checkThreshold({ threshold = 1, approvers }: Pick<ApprovalBody, 'threshold' | 'approvers'>): void {
  if (threshold > approvers.length) {
    throw invalid('threshold', '`threshold` must not be more than there are approvers.');
  }
}
