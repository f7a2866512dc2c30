/** A session as the operations answer it. */
import { scopeJson } from '@touchstone/core/agent/scope.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { scopeIn, sessionState } from './agent-rows.ts';
import type { AgentSealRow, AgentSessionRow } from './store/sessions.ts';

export type Session = OutputOf<typeof api.agents.sessions.read>;

/** `now` decides whether it has run out. */
export function sessionAnswer(row: AgentSessionRow, seal: AgentSealRow | null, now: number): Session {
  const { ended_at: endedAt } = row;
  return {
    session_id: row.id,
    agent_id: row.agent_id,
    parent_session_id: row.parent_session_id,
    state: sessionState(row, now),
    scope: scopeJson(scopeIn(row)) as Session['scope'],
    node_count: row.nodes,
    imported: row.is_imported === 1,
    started_at: formatIsoTime(row.started_at),
    expires_at: formatIsoTime(row.expires_at),
    ended_at: endedAt === null ? null : formatIsoTime(endedAt),
    root: seal === null ? null : toHex(seal.root),
    svc_74_attestation: seal?.handle ?? null,
    failures: row.failures,
    denials: row.denials,
    violations: row.violations,
    last_check: lastCheck(row),
  };
}

/** null before the first check. */
function lastCheck(row: AgentSessionRow): Session['last_check'] {
  if (row.checked_at === null) return null;
  return {
    intact: row.checked_intact === 1,
    nodes: row.checked_nodes ?? 0,
    broken_receipt: row.broken_sequence,
    checked_at: formatIsoTime(row.checked_at),
  };
}
