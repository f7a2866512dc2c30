/** The first node of a session, whether it was opened or delegated. */
import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { type SessionScope, scopeJson } from '@touchstone/core/agent/scope.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { KnownAgent } from './agent-rows.ts';
import type { NodeDraft } from './append.ts';

export interface StartFacts {
  readonly agent: KnownAgent;
  readonly sessionId: string;
  readonly durationSecs: number;
  /** As it is enforced. */
  readonly scope: SessionScope;
  readonly details?: JsonObject;
}

export function startDraft({ agent, sessionId, durationSecs, scope, details = {} }: StartFacts): NodeDraft {
  const opening = {
    agent_id: agent.id,
    session_id: sessionId,
    duration_secs: durationSecs,
    scope: scopeJson(scope),
    agent_public_key: toBase64(agent.public_key),
  };
  return {
    kind: 'start',
    actionType: FIXED_ACTION_TYPES.start,
    summary: 'Session opened.',
    inputHash: toHex(openingHash(opening)),
    details,
    opening,
  };
}
