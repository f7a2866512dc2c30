/** Verification by the public reads (document 3, client rule 4): what can be computed here is, the rest is the server's finding. */

import { fromBase64, fromHex, toHex } from '../../bytes.ts';
import type { JsonObject } from '../../canonical-json.ts';
import { sha256 } from '../../hash.ts';
import { shellWord } from '../../text/shell-word.ts';
import { AGENT_SIGNATURE_ALGORITHM, nodeBytes, nodeHash, nodeOf } from '../node.ts';
import { type AgentClient, readProof } from './operations.ts';
import type { Platform } from './platform.ts';
import type { AbortSignalLike } from './types/connection.ts';
import type { AgentReceipt } from './types/receipt.ts';
import type { Proof, Verification } from './types/verification.ts';

/** Asks for proof and chain of a node and checks them. Rejects with the client's errors. */
export async function verifyNode(
  { client, platform }: { readonly client: AgentClient; readonly platform: Pick<Platform, 'verifierCommand'> },
  nodeId: string,
  bundleFile: string | null,
  call: { readonly signal?: AbortSignalLike; readonly timeoutMs?: number },
): Promise<Verification> {
  const proof = await readProof(client, nodeId, call);
  const sessionId = proof.receipt.session_id;
  const session = sessionId === null ? null : await client.sessions.verify({ params: { id: sessionId } }, call);
  const integrity = {
    // A registration has no session: its chain is the one node.
    chain: session === null ? proof.valid : session.intact === true && session.broken_at === null,
    signatures: proof.receipt.node_id === nodeId && (await isSigned(proof)),
    replay: proof.receipt.node_id === nodeId && leadsToRoot(proof),
  };
  return {
    valid: proof.valid && integrity.chain && integrity.signatures && integrity.replay,
    integrity,
    command: `${platform.verifierCommand ?? 'pq-verify'} ${argumentsFor(sessionId, nodeId, bundleFile)}`,
    sealed: session === null ? proof.svc_74_attestation !== null : session.sealed === true,
    nodes: session === null ? 1 : session.nodes,
    checks: [...proof.checks, ...(session?.checks ?? [])],
  };
}

/** Hash of the node that a receipt shows, 64 hex digits. Throws TypeError where it has no canonical form. */
export function receiptHash(receipt: AgentReceipt): string {
  return toHex(nodeHash(nodeIn(receipt)));
}

function nodeIn(receipt: AgentReceipt) {
  // It came as JSON, so its details are JSON.
  return nodeOf({ ...receipt, details: receipt.details as JsonObject });
}

async function isSigned({ receipt, signature, agent_public_key }: Proof): Promise<boolean> {
  const bytes = fromBase64(signature);
  const publicKey = fromBase64(agent_public_key);
  if (bytes === null || publicKey === null) return false;
  // Not through the list of families: that would bring the code of all of them into the package.
  const { parameterSets } = await import('../../sign/ml-dsa.ts');
  const family = parameterSets.find(({ algorithm }) => algorithm === AGENT_SIGNATURE_ALGORITHM);
  return family?.verify(publicKey, nodeBytes(nodeIn(receipt)), bytes) ?? false;
}

/** RFC 6962: leaf SHA-256(00 ‖ hash), node SHA-256(01 ‖ left ‖ right). */
function leadsToRoot({ receipt, merkle_proof, root }: Proof): boolean {
  let hash = sha256(Uint8Array.of(0, ...nodeHash(nodeIn(receipt))));
  for (const step of merkle_proof) {
    const sibling = fromHex(step.hash);
    if (sibling === null) return false;
    hash = sha256(step.side === 'left' ? Uint8Array.of(1, ...sibling, ...hash) : Uint8Array.of(1, ...hash, ...sibling));
  }
  return toHex(hash) === root;
}

/** What the verifier is told: it needs the bundle and the service's key set, and no network. */
function argumentsFor(sessionId: string | null, nodeId: string, bundleFile: string | null): string {
  if (sessionId === null) return `node --file ${shellWord(`${nodeId}.json`)} --keys service.pqkeys.json`;
  return `session --file ${shellWord(bundleFile ?? bundleName(sessionId))} --keys service.pqkeys.json`;
}

export function bundleName(sessionId: string): string {
  return `${sessionId}.pqs.json`;
}
