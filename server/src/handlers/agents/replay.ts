import type { Divergence } from '@touchstone/core/agent/replay.ts';
import { api } from '@touchstone/core/api/api.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { scopeIn } from '../../agents/agent-rows.ts';
import { sealStatus } from '../../agents/receipts.ts';
import { createChainVerdict, isWhole, jsonStream, readSlices, sessionFacts } from '../../agents/session-reading.ts';
import type { SliceForm } from '../../agents/session-slice.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { JsonText } from '../../json-text.ts';
import { findAgentNode } from '../../store/agent-nodes.ts';
import { type AgentSessionRow, findProjectSession, findSeal } from '../../store/agent-sessions.ts';

export const replay = implement(api.agents.replay)({
  async run({ deps, caller }, { body }) {
    const session = await requireSession(deps, caller.projectId, body.session_id);
    const until = body.timestamp === undefined ? null : parseIsoTime(body.timestamp);
    if (body.timestamp !== undefined && until === null) throw invalid('timestamp', '`timestamp` is no real date.');
    const form = { kind: 'receipts', ...(await answerFacts(deps, session)), until } as const;
    return new JsonText(await jsonStream(deps, replayed(deps, session, form, {})));
  },

  async fork({ deps, caller }, { body }) {
    const { session_id: id, fork_at: forkAt, policy } = body;
    const session = await requireSession(deps, caller.projectId, id);
    const node = await findAgentNode(deps.db, forkAt);
    if (node?.session_id !== session.id) throw new ApiError('NOT_FOUND', 'The session has no such node.');
    const plan = { scope: scopeIn(session), forkAt, ...(policy === undefined ? {} : { policy }) };
    const form = { kind: 'fork', ...(await answerFacts(deps, session)), plan, forkedHash: null } as const;
    const members = { forked_from: forkAt, policy: policy ?? {} };
    return new JsonText(await jsonStream(deps, replayed(deps, session, form, members)));
  },
});

async function requireSession({ db }: Deps, projectId: string, id: string): Promise<AgentSessionRow> {
  const session = await findProjectSession(db, projectId, id);
  if (session === null) throw new ApiError('NOT_FOUND', 'There is no such session.');
  return session;
}

async function answerFacts(deps: Deps, session: AgentSessionRow) {
  const seal = await sealStatus(deps, await findSeal(deps.db, { sessionId: session.id }));
  return { seal, hosts: new Set(deps.allowedHosts()) };
}

/** The answer in pieces; what all nodes say together stands at its end. */
async function* replayed(
  deps: Deps,
  session: AgentSessionRow,
  form: SliceForm,
  members: object,
): AsyncGenerator<Uint8Array | string, void, void> {
  const head = { session_id: session.id, replayed_at: formatIsoTime(deps.clock()), ...members };
  const verdict = createChainVerdict();
  const divergence: Divergence[] = [];
  let before = `${JSON.stringify(head).slice(0, -1)},"nodes":[`;
  for await (const slice of readSlices(deps, await sessionFacts(deps, session), session.nodes, form)) {
    verdict.add(slice);
    divergence.push(...slice.divergence);
    if (slice.text.length === 0) continue;
    yield before;
    yield slice.text;
    before = ',';
  }
  if (before !== ',') yield before;
  const tail = { chain_intact: isWhole(verdict, session), divergence };
  yield `],${JSON.stringify(tail).slice(1)}`;
}
