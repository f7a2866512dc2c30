/** A session as a file (`*.pqs.json`): everything that its verification needs but the key sets. */

import { setImmediate } from 'node:timers/promises';
import { MAX_BUNDLE_BYTES, SESSION_BUNDLE_FORMAT } from '@touchstone/core/agent/bundle.ts';
import { scopeJson } from '@touchstone/core/agent/scope.ts';
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import { JsonText } from '../frame/json-text.ts';
import { currentHead, headOf } from '../log/heads.ts';
import { hexPath, proveInclusion } from '../log/proofs.ts';
import { type KnownAgent, knownAgent, scopeIn } from './agent-rows.ts';
import { sealDocument } from './judge-seal.ts';
import type { AgentNeeds } from './needs.ts';
import { jsonStream, readSlices, sessionFacts } from './session-reading.ts';
import { openingsOf, type SessionFacts, type SliceForm, signedNode } from './session-slice.ts';
import { nodeSizes } from './store/node-sizes.ts';
import { type AgentNodeRow, findAgentNode, sessionNodeAt } from './store/nodes.ts';
import { type AgentSessionRow, findSeal } from './store/sessions.ts';

export interface BundleChoice {
  /** Which requests stand in it: all that there are, or those with which agent and session begin. */
  readonly openings: 'all' | 'beginning';
  /** Bytes that the file may have: what verifiers open. */
  readonly mostBytes?: number;
}

/**
 * The nodes as they are stored, written as they are read: what does not hold is for the verifier to find. Throws
 * PAYLOAD_TOO_LARGE where nobody would open the file.
 */
export async function sessionBundle(
  deps: AgentNeeds,
  session: AgentSessionRow,
  { openings, mostBytes = MAX_BUNDLE_BYTES }: BundleChoice,
): Promise<JsonText> {
  const before = await nodesBefore(deps, session);
  const { registration, parent, first } = before;
  const beginning = [registration, ...(parent === null ? [] : [parent])];
  const parts: Parts = {
    frame: JSON.stringify(await frameOf(deps, session, before)),
    beforeSession: openingsOf(beginning),
    beginning: openingsOf([...beginning, ...(first === null ? [] : [first])]),
    withAll: openings === 'all',
  };
  const bytes = await bytesOf(deps, session, parts);
  if (bytes > mostBytes) {
    const smaller = await bytesOf(deps, session, { ...parts, withAll: false });
    throw tooLarge(bytes, mostBytes, parts.withAll ? smaller : null);
  }
  const facts = await sessionFacts(deps, session);
  return new JsonText(await jsonStream(deps, piecesOf(deps, session, facts, parts)));
}

interface Parts {
  /** JSON of everything but nodes and openings. */
  readonly frame: string;
  /** Members of an object: the openings of the nodes before the session, and of these and its first one. */
  readonly beforeSession: Uint8Array;
  readonly beginning: Uint8Array;
  /** Whether the openings of all nodes of the session stand in the file. */
  readonly withAll: boolean;
}

/** A node with its signature in a file, without the node's own text; and the opening of one, without text and id. */
const A_NODE = '{"node":,"signature":""},'.length + 4 * Math.ceil(3309 / 3);
const AN_OPENING = '"":,'.length;
/** Nodes that are looked at in one go. */
const A_PIECE = 2_000;

/** How long the file will be; exact but for nodes that were tampered with. */
async function bytesOf(
  { db }: AgentNeeds,
  session: AgentSessionRow,
  { frame, beforeSession, beginning, withAll }: Parts,
): Promise<number> {
  let bytes = utf8(frame).length + '"nodes":[],"openings":{},'.length;
  bytes += withAll ? beforeSession.length : beginning.length;
  for (let after = 0; after < session.nodes; after += A_PIECE) {
    const sizes = await nodeSizes(db, session.id, after, Math.min(session.nodes, after + A_PIECE));
    bytes += sizes.bodies + sizes.nodes * A_NODE;
    if (withAll) bytes += sizes.openingBytes + sizes.openingIds + sizes.openings * AN_OPENING;
    await setImmediate();
  }
  return bytes;
}

/** `smaller`: bytes without the openings, where the file would have had them. */
function tooLarge(bytes: number, mostBytes: number, smaller: number | null): ApiError {
  const size = `The bundle would have ${bytes} bytes; verifiers open at most ${mostBytes}.`;
  const way =
    smaller !== null && smaller <= mostBytes
      ? `With \`?openings=beginning\`, without the requests behind its nodes, it has ${smaller} and fits.`
      : 'Without the requests behind its nodes it is too large as well: read the receipts by pages (`/sessions/<id>/nodes`), check the chain with `/sessions/<id>/verify`, and prove single receipts with `/proof/<node_id>`.';
  return new ApiError('PAYLOAD_TOO_LARGE', `${size} ${way}`);
}

async function* piecesOf(
  deps: AgentNeeds,
  session: AgentSessionRow,
  facts: SessionFacts,
  { frame, beforeSession, beginning, withAll }: Parts,
): AsyncGenerator<Uint8Array | string, void, void> {
  yield `${frame.slice(0, -1)},"nodes":[`;
  yield* listed(deps, session, facts, { kind: 'export' });
  yield '],"openings":{';
  yield withAll ? beforeSession : beginning;
  if (withAll) yield* listed(deps, session, facts, { kind: 'openings' }, beforeSession.length === 0);
  yield '}}';
}

async function* listed(
  deps: AgentNeeds,
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
  /** The first node of the session; null where it is missing. */
  readonly first: AgentNodeRow | null;
}

async function nodesBefore({ db }: AgentNeeds, session: AgentSessionRow): Promise<NodesBefore> {
  const agent = await knownAgent(db, session.agent_id);
  if (agent === null) throw new TypeError(`internal: there is no agent ${session.agent_id}`);
  const registration = await findAgentNode(db, agent.node_id);
  if (registration === null) throw new TypeError(`internal: there is no node ${agent.node_id}`);
  const parent = session.parent_node_id === null ? null : await findAgentNode(db, session.parent_node_id);
  return { agent, registration, parent, first: await sessionNodeAt(db, session.id, 1) };
}

/** Everything but nodes and openings. */
async function frameOf(deps: AgentNeeds, session: AgentSessionRow, { agent, registration, parent }: NodesBefore) {
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

async function logOf(deps: AgentNeeds, rows: readonly AgentNodeRow[]) {
  const head = await currentHead(deps);
  const inclusion = [];
  for (const { id, log_index: index } of rows) {
    const proof = await proveInclusion(deps.db, index, head.tree_size);
    if (proof !== null) inclusion.push({ node_id: id, index, path: hexPath(proof.path) });
  }
  return { head: headOf(head), inclusion };
}
