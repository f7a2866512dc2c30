/** Judges entries of the service's signed chains; runs in the chain worker. */
import { nextHealthHead } from '@touchstone/core/health/event-chain.ts';
import { nextHead } from '@touchstone/core/secrets/audit-chain.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { type StatementKind, verifyStatement } from '@touchstone/core/sign/statement.ts';
import type { ChainEntry, ChainKey, ChainOwner, ChainPlace, SignatureState, Walked } from './chain-messages.ts';

const KINDS: Readonly<Record<ChainOwner['chain'], StatementKind>> = {
  secrets: 'audit',
  'health-session': 'health-event',
};

/** Walks entries in the order of the chain from `from` on; stops at the first that does not hold. */
export async function walkChain(
  owner: ChainOwner,
  entries: readonly ChainEntry[],
  from: ChainPlace,
  keys: readonly ChainKey[],
  verifier: SignatureVerifier,
): Promise<Walked> {
  const check = async (body: ChainEntry['body'], signature: string) =>
    (await signatureState(owner.chain, { body, signature }, keys, verifier)) === 'holds';
  let head = from;
  for (const entry of entries) {
    const next =
      owner.chain === 'secrets'
        ? await nextHead(owner.projectId, head, entry, check)
        : await nextHealthHead(owner, head, entry, check);
    if (next === null) return { head, brokenAt: head.position + 1 };
    head = next;
  }
  return { head, brokenAt: null };
}

/** Whether an entry, taken alone, is signed by the key set that it names. */
export async function signatureState(
  chain: ChainOwner['chain'],
  { body, signature }: ChainEntry,
  keys: readonly ChainKey[],
  verifier: SignatureVerifier,
): Promise<SignatureState> {
  const key = keys.find(({ keySetId }) => keySetId === body.keyset_id);
  if (key === undefined) return 'unknown-key';
  return (await verifyStatement(KINDS[chain], body, signature, key.publicKey, verifier)) ? 'holds' : 'fails';
}
