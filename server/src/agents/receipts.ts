/** Receipts as they are answered: the stored node, and how its signature and its seal stand now. */

import { AGENT_SIGNATURE_ALGORITHM, type AgentNode, nodeBytes, nodeOf } from '@touchstone/core/agent/node.ts';
import type { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { equalBytes } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { ownAddress } from '../frame/own-address.ts';
import { anchors, type Chains } from '../ledger/chain.ts';
import type { Db } from '../store/engine.ts';
import { knownAgent, nodeIn } from './agent-rows.ts';
import type { AgentNodeRow } from './store/nodes.ts';
import { type AgentSealRow, type AgentSessionRow, findAgentSession, findSeal } from './store/sessions.ts';

export type AgentReceipt = OutputOf<typeof api.agents.sessions.nodes>['items'][number];

export type SignatureStatus = AgentReceipt['signature_status'];
export type SealStatus = AgentReceipt['svc_74_status'];

interface ReceiptNeeds {
  readonly db: Db;
  readonly signer: Pick<SignatureProvider, 'verify'>;
  readonly chains: Chains;
  readonly allowedHosts: () => ReadonlySet<string>;
}

/** A node with its statuses. The contracts of the operations narrow `details` to those of their kind. */
export function receiptOf(
  { allowedHosts }: Pick<ReceiptNeeds, 'allowedHosts'>,
  node: AgentNode,
  status: { readonly signature: SignatureStatus; readonly seal: SealStatus },
): AgentReceipt {
  const { details, ...members } = nodeOf(node);
  return {
    ...members,
    signature_status: status.signature,
    svc_74_status: status.seal,
    verification_url: ownAddress(allowedHosts(), `/api/v1/agents/proof/${encodeURIComponent(node.node_id)}`),
    details: details as AgentReceipt['details'],
  };
}

/** Stored nodes as receipts, in their order; every signature is verified. Asks the database, so not within a transaction. */
export async function receiptsOf(needs: ReceiptNeeds, rows: readonly AgentNodeRow[]): Promise<readonly AgentReceipt[]> {
  const places = new Map<string, Promise<NodePlace>>();
  async function receipt(row: AgentNodeRow): Promise<AgentReceipt> {
    const name = row.session_id ?? row.agent_id;
    const known = places.get(name) ?? placeOf(needs, row);
    places.set(name, known);
    const { session, publicKey, seal } = await known;
    const signature = await signatureStatus(needs.signer, row, publicKey, session);
    return receiptOf(needs, nodeIn(row), { signature, seal });
  }
  const receipts: AgentReceipt[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    receipts.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map(receipt))));
  }
  return receipts;
}

/** Hashing so many takes about a millisecond; others have their turn before the next. */
const AT_ONCE = 32;

interface NodePlace {
  readonly session: AgentSessionRow | null;
  readonly publicKey: Uint8Array;
  readonly seal: SealStatus;
}

async function placeOf(
  needs: ReceiptNeeds,
  { session_id: sessionId, agent_id: agentId }: AgentNodeRow,
): Promise<NodePlace> {
  const { db } = needs;
  const agent = await knownAgent(db, agentId);
  if (agent === null) throw new TypeError(`internal: there is no agent ${agentId}`);
  const session = sessionId === null ? null : await findAgentSession(db, sessionId);
  const seal = await findSeal(db, sessionId === null ? { agentId } : { sessionId });
  return { session, publicKey: agent.public_key, seal: await sealStatus(needs, seal) };
}

/**
 * `invalid` where the node is not what was hashed, or the agent's key did not sign it; `expired` where its own time lies
 * outside its session (S20).
 */
export async function signatureStatus(
  signer: Pick<SignatureProvider, 'verify'>,
  row: Pick<AgentNodeRow, 'body' | 'hash' | 'signature' | 'time_ms'>,
  publicKey: Uint8Array,
  session: Pick<AgentSessionRow, 'started_at' | 'expires_at'> | null,
): Promise<SignatureStatus> {
  if (row.signature.length === 0) return 'unsigned';
  const node = nodeIn(row);
  const bytes = nodeBytes(node);
  if (!equalBytes(sha256(bytes), row.hash)) return 'invalid';
  if (!(await signer.verify(AGENT_SIGNATURE_ALGORITHM, publicKey, bytes, row.signature))) return 'invalid';
  if (session === null) return 'valid';
  const time = Date.parse(node.timestamp);
  return time >= session.started_at && time <= session.expires_at ? 'valid' : 'expired';
}

/** Whether the ledger holds the commitment of the seal; `pending` without a seal. */
export async function sealStatus(
  { db, chains }: Pick<ReceiptNeeds, 'db' | 'chains'>,
  seal: Pick<AgentSealRow, 'chain' | 'tx' | 'handle'> | null,
): Promise<SealStatus> {
  if (seal === null) return 'pending';
  const chain = CHAIN_NAMES.find((name) => name === seal.chain);
  if (chain === undefined) return 'unavailable';
  const status = await chains.get(chain).status(db, seal.tx);
  // The handle begins with the on_chain_hash, which is what was anchored.
  return anchors(status, 'agent-seal', seal.handle.slice(0, 64)) ? 'anchored' : 'unavailable';
}
