/** What stands as text in the rows of agents and sessions, in its own form again. */
import type { AgentNode, RedactionLevel } from '@touchstone/core/agent/node.ts';
import type { SessionScope } from '@touchstone/core/agent/scope.ts';
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { type AgentRow, findAgent } from './store/agents.ts';
import type { AgentNodeRow } from './store/nodes.ts';
import type { AgentSessionRow } from './store/sessions.ts';

const LEVELS: ReadonlySet<string> = new Set([
  'full',
  'metadata_only',
  'hash_only',
  'redacted',
] satisfies RedactionLevel[]);

export function isRedactionLevel(text: string): text is RedactionLevel {
  return LEVELS.has(text);
}

/** The node that a row holds: we wrote it. */
export function nodeIn({ body }: Pick<AgentNodeRow, 'body'>): AgentNode {
  return JSON.parse(body) as AgentNode;
}

/** The scope that is enforced in a session. */
export function scopeIn({ scope }: Pick<AgentSessionRow, 'scope'>): SessionScope {
  return JSON.parse(scope) as SessionScope;
}

export type SessionState = 'open' | 'ended' | 'expired';

/**
 * The state at a time. One that a restore has ended is over, though its end node is still to come. What is sealed is over
 * for good: a clock that is set back must not open it again.
 */
export function sessionState(
  {
    ended_at,
    restored_at,
    sealed_at,
    expires_at,
  }: Pick<AgentSessionRow, 'ended_at' | 'restored_at' | 'sealed_at' | 'expires_at'>,
  now: number,
): SessionState {
  if (ended_at !== null || restored_at !== null) return 'ended';
  return sealed_at !== null || now >= expires_at ? 'expired' : 'open';
}

/** What never changes of an agent. */
export type KnownAgent = Omit<AgentRow, 'sealed_at'>;

const MOST_AGENTS = 1_000;

const known = createMemory('agents/agent-rows', () => new Map<string, KnownAgent>());

/** An agent of any project, remembered once read: registrations never change. null where there is none. */
export async function knownAgent(db: Db, id: string): Promise<KnownAgent | null> {
  const agents = known.of(db);
  const remembered = agents.get(id);
  if (remembered !== undefined) return remembered;
  const agent = await findAgent(db, id);
  if (agent === null) return null;
  const oldest = agents.size >= MOST_AGENTS ? agents.keys().next().value : undefined;
  if (oldest !== undefined) agents.delete(oldest);
  agents.set(id, agent);
  return agent;
}
