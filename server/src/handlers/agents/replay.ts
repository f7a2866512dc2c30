import { api } from '@touchstone/core/api/api.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type ForkQuestion, policyIn } from '../../agents/forks.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { actorOf } from '../../agents/recording.ts';
import { forkAgain, forkAnew, replayUntil } from '../../agents/replays.ts';
import { findProjectFork } from '../../agents/store/forks.ts';
import { findAgentNode } from '../../agents/store/nodes.ts';
import { type AgentSessionRow, findAgentSession, findProjectSession } from '../../agents/store/sessions.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';

export const replay = implement(api.agents.replay)<AgentNeeds>({
  async run({ deps, caller }, { body }) {
    const session = await requireSession(deps, caller.projectId, body.session_id);
    const until = body.timestamp === undefined ? null : parseIsoTime(body.timestamp);
    if (body.timestamp !== undefined && until === null) throw invalid('timestamp', '`timestamp` is no real date.');
    return replayUntil(deps, session, until);
  },

  async fork({ deps, caller }, { body }) {
    const { session_id: id, fork_at: forkAt, policy = null } = body;
    const session = await requireSession(deps, caller.projectId, id);
    const node = await findAgentNode(deps.db, forkAt);
    if (node?.session_id !== session.id) throw new ApiError('NOT_FOUND', 'The session has no such node.');
    const question: ForkQuestion = { session, forkAt, policy, actor: actorOf(caller) };
    return forkAnew(deps, session, question);
  },

  async read({ deps, caller }, { params }) {
    const kept = await findProjectFork(deps.db, caller.projectId, params.id);
    const session = kept === null ? null : await findAgentSession(deps.db, kept.session_id);
    if (kept === null || session === null) throw new ApiError('NOT_FOUND', 'There is no such fork.');
    return forkAgain(deps, session, kept, policyIn(kept));
  },
});

async function requireSession({ db }: AgentNeeds, projectId: string, id: string): Promise<AgentSessionRow> {
  const session = await findProjectSession(db, projectId, id);
  if (session === null) throw new ApiError('NOT_FOUND', 'There is no such session.');
  return session;
}
