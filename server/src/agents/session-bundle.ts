/** A session as a file (`*.pqs.json`): everything that its verification needs but the key sets. */
import { SESSION_BUNDLE_FORMAT } from '@touchstone/core/agent/bundle.ts';
import { scopeJson } from '@touchstone/core/agent/scope.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Deps } from '../deps.ts';
import { JsonText } from '../json-text.ts';
import { currentHead, headOf } from '../log/heads.ts';
import { hexPath, proveInclusion } from '../log/proofs.ts';
import { type AgentNodeRow, findAgentNode, sessionNodeAt } from '../store/agent-nodes.ts';
import { type AgentSessionRow, findSeal } from '../store/agent-sessions.ts';
import { type KnownAgent, knownAgent, scopeIn } from './agent-rows.ts';
import { sealDocument } from './judge-seal.ts';
import { jsonStream, readSlices, sessionFacts } from './session-reading.ts';
import { openingsOf, type SessionFacts, type SliceForm, signedNode } from './session-slice.ts';

/** The nodes as they are stored, written as they are read: what does not hold is for the verifier to find. */
export async function sessionBundle(deps: Deps, session: AgentSessionRow): Promise<JsonText> {
  const before = await nodesBefore(deps, session);
  const frame = await frameOf(deps, session, before);
  const openings = openingsOf([before.registration, ...(before.parent === null ? [] : [before.parent])]);
  const facts = await sessionFacts(deps, session);
  return new JsonText(await jsonStream(deps, piecesOf(deps, session, facts, frame, openings)));
}

async function* piecesOf(
  deps: Deps,
  session: AgentSessionRow,
  facts: SessionFacts,
  frame: object,
  openings: Uint8Array,
): AsyncGenerator<Uint8Array | string, void, void> {
  yield `${JSON.stringify(frame).slice(0, -1)},"nodes":[`;
  yield* listed(deps, session, facts, { kind: 'export' });
  yield '],"openings":{';
  yield openings;
  yield* listed(deps, session, facts, { kind: 'openings' }, openings.length === 0);
  yield '}}';
}

async function* listed(
  deps: Deps,
  session: AgentSessionRow,
  facts: SessionFacts,
  form: SliceForm,
  isFirst = true,
): AsyncGenerator<Uint8Array | string, void, void> {
  let separator = isFirst ? '' : ',';
  for await (const { text } of readSlices(deps, facts, session.nodes, form)) {
    if (text.length === 0) continue;
    yield separator;
    separator = ',';
    yield text;
  }
}

interface NodesBefore {
  readonly agent: KnownAgent;
  readonly registration: AgentNodeRow;
  /** Of a delegated session the delegating node. */
  readonly parent: AgentNodeRow | null;
}

async function nodesBefore({ db }: Deps, session: AgentSessionRow): Promise<NodesBefore> {
  const agent = await knownAgent(db, db, session.agent_id);
  if (agent === null) throw new TypeError(`internal: there is no agent ${session.agent_id}`);
  const registration = await findAgentNode(db, agent.node_id);
  if (registration === null) throw new TypeError(`internal: there is no node ${agent.node_id}`);
  const parent = session.parent_node_id === null ? null : await findAgentNode(db, session.parent_node_id);
  return { agent, registration, parent };
}

/** Everything but nodes and openings. */
async function frameOf(deps: Deps, session: AgentSessionRow, { agent, registration, parent }: NodesBefore) {
  const { db } = deps;
  const last = await sessionNodeAt(db, session.id, session.nodes);
  return {
    format: SESSION_BUNDLE_FORMAT,
    exported_at: formatIsoTime(deps.clock()),
    session: {
      session_id: session.id,
      agent_id: session.agent_id,
      parent_session_id: session.parent_session_id,
      started_at: formatIsoTime(session.started_at),
      expires_at: formatIsoTime(session.expires_at),
      ended_at: session.ended_at === null ? null : formatIsoTime(session.ended_at),
      scope: scopeJson(scopeIn(session)),
      redaction_level: agent.redaction_level,
    },
    agent: { agent_id: agent.id, public_key: toBase64(agent.public_key) },
    registration: {
      ...signedNode(registration),
      seal: await sealDocument(deps, await findSeal(db, { agentId: agent.id })),
    },
    ...(parent === null ? {} : { parent_node: signedNode(parent) }),
    // One that was made since covers more than the session as it is exported.
    seal: await sealDocument(deps, session.sealed_at === null ? null : await findSeal(db, { sessionId: session.id })),
    // The log proves what no seal of this session covers: its end, and where it comes from.
    log: await logOf(deps, [registration, ...(parent === null ? [] : [parent]), ...(last === null ? [] : [last])]),
  };
}

async function logOf(deps: Deps, rows: readonly AgentNodeRow[]) {
  const head = await currentHead(deps);
  const inclusion = [];
  for (const { id, log_index: index } of rows) {
    const proof = await proveInclusion(deps.db, index, head.tree_size);
    if (proof !== null) inclusion.push({ node_id: id, index, path: hexPath(proof.path) });
  }
  return { head: headOf(head), inclusion };
}
