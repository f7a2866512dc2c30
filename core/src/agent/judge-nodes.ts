/**
 * One pass over the nodes of a bundle: chain, ids, openings, decisions, delegations and the signatures under the agent's key.
 * Linear and iterative; of each node only its hash is kept.
 */
import { fromBase64, fromHex, toHex } from '../bytes.ts';
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import { sha256 } from '../hash.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { Unreadable } from '../strict-members.ts';
import { parseIsoTime } from '../time.ts';
import type { BrokenPlace } from '../verdict/verification-report.ts';
import { isRefusal, violatedRule } from './act-outcome.ts';
import type { BundleFault, BundleNodes, SessionBundle } from './bundle.ts';
import { createChainCheck } from './chain.ts';
import {
  AGENT_SIGNATURE_ALGORITHM,
  type AgentNode,
  isImported,
  kindOf,
  nodeBytes,
  nodeVersion,
  openingHash,
} from './node.ts';
import { actOfNode, decide, policyOfScope } from './policy.ts';
import { readScope, type SignedNode } from './read-node.ts';
import { isWithinScope } from './scope.ts';

/** Signatures that are verified side by side. */
const BATCH = 256;

export interface JudgedNodes {
  /** Hashes in the order of the chain. */
  readonly hashes: readonly Uint8Array[];
  /** Positions of the nodes that the log or an opening names. */
  readonly places: ReadonlyMap<string, number>;
  readonly first: AgentNode;
  readonly last: AgentNode;
  readonly chain: BrokenPlace | null;
  readonly signature: BrokenPlace | null;
  readonly openings: BrokenPlace | null;
  readonly times: BrokenPlace | null;
  readonly decisions: BrokenPlace | null;
  readonly delegations: BrokenPlace | null;
  /** How many nodes are marked as imported. */
  readonly imported: number;
  /** How many acts ran although a rule forbade them. */
  readonly violations: number;
}

export type NodesResult = { readonly ok: true; readonly judged: JudgedNodes } | BundleFault;

interface JudgeNodesOptions {
  readonly verifier: SignatureVerifier;
  readonly onProgress?: (done: number, total: number) => void;
}

/** `firstParent` is the hash that the first node has to name. */
export async function judgeNodes(
  bundle: SessionBundle,
  nodes: BundleNodes,
  firstParent: string,
  { verifier, onProgress }: JudgeNodesOptions,
): Promise<NodesResult> {
  const { session } = bundle;
  const check = createChainCheck({ firstParent, sessionId: session.session_id, agentId: session.agent_id });
  const publicKey = fromBase64(bundle.agent.public_key) ?? new Uint8Array();
  const gate = [{ scope: 'session' as const, policy: policyOfScope(session.scope) }];
  const hashes: Uint8Array[] = [];
  const places = new Map<string, number>();
  const first: Record<
    'signature' | 'openings' | 'times' | 'decisions' | 'delegations' | 'repeated',
    BrokenPlace | null
  > = {
    signature: null,
    openings: null,
    times: null,
    decisions: null,
    delegations: null,
    repeated: null,
  };
  const startedAt = parseIsoTime(session.started_at) ?? Number.NaN;
  const expiresAt = parseIsoTime(session.expires_at) ?? Number.NaN;
  let beginning: AgentNode | null = null;
  let last: AgentNode | null = null;
  let imported = 0;
  let violations = 0;
  for (let from = 0; from < nodes.count; from += BATCH) {
    const batch: (SignedNode & { readonly bytes: Uint8Array })[] = [];
    for (let index = from; index < Math.min(from + BATCH, nodes.count); index++) {
      const read = nodes.read(index);
      if (!read.ok) return read;
      const { node } = read.signed;
      const bytes = nodeBytes(node);
      const hash = sha256(bytes);
      batch.push({ ...read.signed, bytes });
      check.add(node, undefined, hash);
      hashes.push(hash);
      beginning ??= node;
      last = node;
      if (isImported(node)) imported++;
      const place = (what: string, expected: string, found: string): BrokenPlace => ({
        index,
        id: node.node_id,
        what,
        expected,
        found,
      });
      if (places.has(node.node_id)) first.repeated ??= place('duplicate', 'an id of its own', node.node_id);
      else places.set(node.node_id, index);
      const opening = bundle.openings.get(node.node_id);
      const opened = opening === undefined ? null : openingFault(bundle, node, opening);
      if (opened !== null) first.openings ??= place('opening', opened.expected, opened.found);
      const time = parseIsoTime(node.timestamp) ?? Number.NaN;
      if (index === 0 && time !== startedAt) first.times ??= place('time', session.started_at, node.timestamp);
      if (!(time >= startedAt && time <= expiresAt)) {
        first.times ??= place('time', `${session.started_at} to ${session.expires_at}`, node.timestamp);
      }
      const act = actOfNode(node);
      const decision = act === null ? null : decide(gate, act);
      const violated = violatedRule(node);
      if (violated !== null) violations++;
      if (decision?.allowed === false && !isRefusal(node) && violated === null) {
        first.decisions ??= place('decision', `forbidden by ${decision.rule}`, 'recorded as permitted');
      }
      if (bundle.version < nodeVersion(node)) {
        const field = `nodes[${index}].details`;
        return { ok: false, field, message: `A node of version ${nodeVersion(node)} has no place in this version.` };
      }
      const wider = kindOf(node.action_type) === 'delegate' ? delegationFault(bundle, node) : null;
      if (wider !== null) first.delegations ??= place('delegation', wider.expected, wider.found);
    }
    // Only the first signature that does not hold is reported, so those after it need not be verified.
    if (first.signature === null) {
      const holds = await Promise.all(
        batch.map(({ bytes, signature }) => verifier.verify(AGENT_SIGNATURE_ALGORITHM, publicKey, bytes, signature)),
      );
      const at = holds.indexOf(false);
      const wrong = batch[at];
      if (wrong !== undefined) {
        first.signature = {
          index: from + at,
          id: wrong.node.node_id,
          what: 'signature',
          expected: `a signature of ${session.agent_id} over this node`,
          found: 'one that does not verify',
        };
      }
    }
    onProgress?.(Math.min(from + BATCH, nodes.count), nodes.count);
  }
  if (beginning === null || last === null) throw new TypeError('internal: a bundle has at least one node');
  const { broken } = check;
  const link: BrokenPlace | null = broken === null ? null : { ...broken, id: broken.node_id };
  const chain = earliest([link === null ? null : placeOnly(link), first.repeated]);
  const { signature, openings, times, decisions, delegations } = first;
  const found = { chain, signature, openings, times, decisions, delegations, imported, violations };
  return { ok: true, judged: { hashes, places, first: beginning, last, ...found } };
}

/** The break with the lowest position; of two at one position, the one given first. */
export function earliest(places: readonly (BrokenPlace | null)[]): BrokenPlace | null {
  return places.reduce((best, one) => (one !== null && (best === null || one.index < best.index) ? one : best), null);
}

function placeOnly({ index, id, what, expected, found }: BrokenPlace): BrokenPlace {
  return { index, id, what, expected, found };
}

interface Mismatch {
  readonly expected: string;
  readonly found: string;
}

/** Whether a request is the one that `input_hash` covers, and what it says of the session is what the bundle says. */
export function openingFault(bundle: SessionBundle, node: AgentNode, opening: JsonObject): Mismatch | null {
  const hash = toHex(openingHash(opening));
  if (hash !== node.input_hash) return { expected: node.input_hash, found: hash };
  const { session, agent } = bundle;
  const wanted: readonly (readonly [string, string, string])[] =
    kindOf(node.action_type) === 'start'
      ? [
          ['agent_id', stringIn(opening, 'agent_id'), session.agent_id],
          ['session_id', stringIn(opening, 'session_id'), session.session_id],
          ['agent_public_key', stringIn(opening, 'agent_public_key'), agent.public_key],
          ['scope', scopeText(opening), scopeText({ scope: { ...session.scope } })],
        ]
      : [];
  const wrong = wanted.find(([, found, expected]) => found !== expected);
  if (wrong !== undefined) return { expected: `${wrong[0]} ${wrong[2]}`, found: wrong[1] };
  return kindOf(node.action_type) === 'start' ? durationFault(session, opening) : null;
}

/** A session lasts as long as its opening requested; a delegated one ends earlier if its parent does. */
export function durationFault(
  session: Pick<SessionBundle['session'], 'started_at' | 'expires_at' | 'parent_session_id'>,
  { duration_secs: asked }: JsonObject,
): Mismatch | null {
  const seconds = typeof asked === 'number' ? asked : Number.NaN;
  const latest = (parseIsoTime(session.started_at) ?? Number.NaN) + seconds * 1000;
  const expiresAt = parseIsoTime(session.expires_at) ?? Number.NaN;
  const holds = session.parent_session_id === null ? expiresAt === latest : expiresAt <= latest;
  if (holds) return null;
  return { expected: `${seconds} s from ${session.started_at} on`, found: `until ${session.expires_at}` };
}

function stringIn(opening: JsonObject, name: string): string {
  const value = opening[name];
  return typeof value === 'string' ? value : 'none';
}

/** A scope as text, equal for equal scopes; `none` for no scope. */
function scopeText(holder: JsonObject): string {
  const scope = scopeIn(holder);
  return scope === null ? 'none' : JSON.stringify(scope);
}

/** The scope in an opening or in a node's details; null where it is not a scope. */
export function scopeIn(holder: JsonObject) {
  try {
    return isJsonObject(holder.scope) ? readScope(holder.scope, 'scope') : null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function delegationFault({ session }: SessionBundle, node: AgentNode): Mismatch | null {
  const scope = scopeIn(node.details);
  if (scope === null) return { expected: 'the scope of the child', found: 'none' };
  if (isWithinScope(scope, session.scope)) return null;
  return { expected: `a scope within ${JSON.stringify(session.scope)}`, found: JSON.stringify(scope) };
}

/** The bytes of a hash whose form was checked when it was read. */
export function bytesOfHash(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes === null) throw new TypeError('internal: a hash that was read is hexadecimal');
  return bytes;
}
