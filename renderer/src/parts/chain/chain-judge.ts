/** Judges entries of the service's signed chains; runs in the chain worker. */
import { nextHealthHead } from '@touchstone/core/health/event-chain.ts';
import { type SecretAuditEntry, walkSecretAudit } from '@touchstone/core/secrets/audit-chain.ts';
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
  if (owner.chain === 'secrets') return walkSecretAudit(owner.projectId, from, entries.map(secretAuditEntry), check);
  let head = from;
  for (const entry of entries) {
    const next = await nextHealthHead(owner, head, entry, check);
    if (next === null) return { head, brokenAt: head.position + 1 };
    head = next;
  }
  return { head, brokenAt: null };
}

/** As `core` takes it: what the service answers is signed itself. */
function secretAuditEntry({ body, signature }: ChainEntry): SecretAuditEntry {
  return { body, signature, signedPosition: Number(body.position) };
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
  return (await verifyStatement(KINDS[chain], body, signature, key.publicKey, verifier)) ? 'holds' : 'fails';
}
