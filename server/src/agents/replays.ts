/** Replays and forks as answers: written while the session is read, so that its length makes no difference. */

import type { AgentPolicy } from '@touchstone/core/agent/policy.ts';
import type { Divergence, ForkRules } from '@touchstone/core/agent/replay.ts';
import { equalBytes, toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { JsonText } from '../frame/json-text.ts';
import { scopeIn } from './agent-rows.ts';
import { type ForkOutcome, type ForkQuestion, keepFork } from './forks.ts';
import type { AgentNeeds } from './needs.ts';
import { sealStatus } from './receipts.ts';
import { createChainVerdict, isWhole, jsonStream, readSlices, sessionFacts } from './session-reading.ts';
import type { SliceForm } from './session-slice.ts';
import type { AgentForkRow } from './store/forks.ts';
import { findAgentNode, sessionNodeAt } from './store/nodes.ts';
import { type AgentSessionRow, findSeal } from './store/sessions.ts';

/** Every recorded node whose time is not after `until`, milliseconds since 1970; null for all. */
export async function replayUntil(deps: AgentNeeds, session: AgentSessionRow, until: number | null): Promise<JsonText> {
  const form = { kind: 'receipts', ...(await answerFacts(deps, session)), until } as const;
  return new JsonText(await jsonStream(deps, replayed(deps, session, form, {})));
}

/** A fork of the session as it is now; it is kept once it is computed to its end. */
export async function forkAnew(deps: AgentNeeds, session: AgentSessionRow, question: ForkQuestion): Promise<JsonText> {
  const { forkAt, policy } = question;
  const form = await forkForm(deps, session, forkAt, policy);
  const keep = async (outcome: ForkOutcome | null) => ({
    fork_id: outcome === null ? null : await keepFork(deps, question, outcome),
  });
  return new JsonText(await jsonStream(deps, replayed(deps, session, form, { forked_from: forkAt }, keep)));
}

/** A fork that is kept, over the nodes that the session had when it was made. */
export async function forkAgain(
  deps: AgentNeeds,
  session: AgentSessionRow,
  kept: AgentForkRow,
  policy: AgentPolicy | null,
): Promise<JsonText> {
  const next = kept.nodes < session.nodes ? await sessionNodeAt(deps.db, session.id, kept.nodes + 1) : null;
  const head = kept.nodes < session.nodes ? next?.parent_hash : session.head_hash;
  const then = { ...session, nodes: kept.nodes, head_hash: head ?? NO_BYTES };
  const form = await forkForm(deps, session, kept.forked_from, policy, kept.rules);
  const members = {
    fork_id: kept.id,
    forked_from: kept.forked_from,
    made_at: formatIsoTime(kept.made_at),
    made_by: kept.made_by,
    simulation: true,
  };
  const compare = async (outcome: ForkOutcome | null) => ({
    reproduced:
      outcome !== null &&
      equalBytes(outcome.headHash, kept.head_hash) &&
      outcome.divergence.length === kept.divergences &&
      outcome.simulated === kept.simulated,
  });
  return new JsonText(await jsonStream(deps, replayed(deps, then, form, members, compare)));
}

const NO_BYTES = new Uint8Array(0);

type ForkForm = Extract<SliceForm, { readonly kind: 'fork' }>;

async function forkForm(
  deps: AgentNeeds,
  session: AgentSessionRow,
  forkAt: string,
  policy: AgentPolicy | null,
  rules: ForkRules = 2,
): Promise<ForkForm> {
  const plan = { scope: scopeIn(session), forkAt, rules, ...(policy === null ? {} : { policy }) };
  return { kind: 'fork', ...(await answerFacts(deps, session)), plan, forkedHash: null };
}

async function answerFacts(deps: AgentNeeds, session: AgentSessionRow) {
  const seal = await sealStatus(deps, await findSeal(deps.db, { sessionId: session.id }));
  return { seal, hosts: new Set(deps.allowedHosts()) };
}

/**
 * The answer in pieces; what all nodes say together stands at its end. `finish` is told of a fork what came out; null where
 * the recorded chain breaks off before the fork begins.
 */
async function* replayed(
  deps: AgentNeeds,
  session: AgentSessionRow,
  form: SliceForm,
  members: object,
  finish: (outcome: ForkOutcome | null) => Promise<object> = async () => ({}),
): AsyncGenerator<Uint8Array | string, void, void> {
  const policy = form.kind === 'fork' ? { policy: form.plan.policy ?? {} } : {};
  const head = { session_id: session.id, replayed_at: formatIsoTime(deps.clock()), ...members, ...policy };
  const verdict = createChainVerdict();
  const divergence: Divergence[] = [];
  let headHash: Uint8Array | null = null;
  let before = `${JSON.stringify(head).slice(0, -1)},"nodes":[`;
  for await (const slice of readSlices(deps, await sessionFacts(deps, session), session.nodes, form)) {
    verdict.add(slice);
    divergence.push(...slice.divergence);
    headHash = slice.forkedHash;
    if (slice.text.length === 0) continue;
    yield before;
    yield slice.text;
    before = ',';
  }
  if (before !== ',') yield before;
  const isIntact = isWhole(verdict, session);
  const simulated = form.kind === 'fork' && headHash !== null ? await simulatedNodes(deps, session, form) : 0;
  const told = await finish(headHash === null ? null : { simulated, divergence, isIntact, headHash });
  const end = form.kind === 'fork' ? { simulated, head_hash: headHash === null ? null : toHex(headHash) } : {};
  yield `],${JSON.stringify({ chain_intact: isIntact, divergence, ...end, ...told }).slice(1)}`;
}

/** How many nodes there are from the one of the fork on. */
async function simulatedNodes({ db }: AgentNeeds, { nodes }: AgentSessionRow, { plan }: ForkForm): Promise<number> {
  const first = await findAgentNode(db, plan.forkAt);
  return first === null ? 0 : nodes - first.sequence + 1;
}
