/** Judges entries of the service's signed chains; runs in the chain worker. */
import type { ChainDescription } from '@touchstone/core/chain-of-entries/chain.ts';
import * as core from '@touchstone/core/chain-of-entries/walk.ts';
import { HEALTH_EVENTS } from '@touchstone/core/health/event-chain.ts';
import { SECRET_AUDIT } from '@touchstone/core/secrets/audit-chain.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { verifyStatement } from '@touchstone/core/sign/statement.ts';
import type { ChainEntry, ChainKey, ChainOwner, ChainPlace, SignatureState, Walked } from './chain-jobs.ts';

const CHAINS: Readonly<Record<ChainOwner['chain'], ChainDescription>> = {
  secrets: SECRET_AUDIT,
  'health-session': HEALTH_EVENTS,
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
  // Whatever the service answers is signed itself.
  const signed = entries.map((entry) => ({ ...entry, signedPosition: Number(entry.body.position) }));
  const { head, brokenAt } = await core.walkChain(CHAINS[owner.chain], ownerMembers(owner), from, signed, check);
  return { head, brokenAt };
}

function ownerMembers(owner: ChainOwner): Readonly<Record<string, string>> {
  const { projectId: project_id } = owner;
  return owner.chain === 'secrets' ? { project_id } : { project_id, session_id: owner.sessionId };
}

/** Whether entries are signed by the key set that they name. */
export function signatureStates(
  chain: ChainOwner['chain'],
  entries: readonly ChainEntry[],
  keys: readonly ChainKey[],
  verifier: SignatureVerifier,
): Promise<readonly SignatureState[]> {
  return Promise.all(entries.map((entry) => signatureState(chain, entry, keys, verifier)));
}

async function signatureState(
  chain: ChainOwner['chain'],
  { body, signature }: ChainEntry,
  keys: readonly ChainKey[],
  verifier: SignatureVerifier,
): Promise<SignatureState> {
  const key = keys.find(({ keySetId }) => keySetId === body.keyset_id);
  if (key === undefined) return 'unknown-key';
  return (await verifyStatement(CHAINS[chain].statement, body, signature, key.publicKey, verifier)) ? 'holds' : 'fails';
}
