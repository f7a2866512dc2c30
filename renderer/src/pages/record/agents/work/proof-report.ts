/** Recomputes the proof of one receipt. */
import { AGENT_SIGNATURE_ALGORITHM, nodeBytes } from '@touchstone/core/agent/node.ts';
import { fromBase64, fromHex, toHex } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { leafHash, pairHash } from '@touchstone/core/log/tree.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { nodeOfReceipt } from '../data/node-of-receipt.ts';
import type { NodeProof } from '../data/queries.ts';
import type { ProofReport } from './messages.ts';

/** Hash and signature of the receipt, and the root to which the path leads from it. A hash of another form leads nowhere. */
export async function reportProof(proof: NodeProof, verifier: SignatureVerifier): Promise<ProofReport> {
  const bytes = nodeBytes(nodeOfReceipt(proof.receipt));
  const hash = sha256(bytes);
  const publicKey = fromBase64(proof.agent_public_key);
  const signature = fromBase64(proof.signature);
  const isSigned =
    publicKey !== null &&
    signature !== null &&
    (await verifier.verify(AGENT_SIGNATURE_ALGORITHM, publicKey, bytes, signature));
  let at = leafHash(hash);
  for (const { hash: sibling, side } of proof.merkle_proof) {
    const other = fromHex(sibling) ?? new Uint8Array();
    at = side === 'left' ? pairHash(other, at) : pairHash(at, other);
  }
  return { hash: toHex(hash), isSigned, root: toHex(at) };
}
