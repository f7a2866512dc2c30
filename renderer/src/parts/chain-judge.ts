/** Judges entries of the service's signed chains; runs in the chain worker. */
import { nextHealthHead } from '@touchstone/core/health/event-chain.ts';
import { auditHash, type SecretAuditEntry, walkSecretAudit } from '@touchstone/core/secrets/audit-chain.ts';
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
    (await ownState(owner.chain, { body, signature }, keys, verifier)) === 'holds';
  if (owner.chain === 'secrets') return walkSecretAudit(owner.projectId, from, entries.map(secretAuditEntry), check);
  let head = from;
  for (const entry of entries) {
    const next = await nextHealthHead(owner, head, entry, check);
    if (next === null) return { head, brokenAt: head.position + 1 };
    head = next;
  }
  return { head, brokenAt: null };
}

/** As `core` takes it. */
export function secretAuditEntry({ body, signature, signedPosition }: ChainEntry): SecretAuditEntry {
  return { body, signature, signedPosition: signedPosition ?? Number(body.position) };
}

/** Whether entries are signed by the key set that they name. One that another is signed for is followed up to there. */
export async function signatureStates(
  chain: ChainOwner['chain'],
  entries: readonly ChainEntry[],
  keys: readonly ChainKey[],
  verifier: SignatureVerifier,
): Promise<readonly SignatureState[]> {
  const byPosition = new Map(entries.map((entry) => [entry.body.position, entry]));
  const own = new Map<ChainEntry, Promise<SignatureState>>();
  const stateOf = (entry: ChainEntry): Promise<SignatureState> => {
    const state = own.get(entry) ?? ownState(chain, entry, keys, verifier);
    own.set(entry, state);
    return state;
  };
  const follow = async (entry: ChainEntry): Promise<SignatureState> => {
    const { signedPosition: end = entry.body.position, signature } = entry;
    let at = entry;
    for (let position = Number(entry.body.position); position !== end; position++) {
      const next = byPosition.get(position + 1);
      if (next === undefined) return 'covered';
      if (next.body.previous_hash !== auditHash(at.body) || next.signedPosition !== end) return 'fails';
      at = next;
    }
    return at.signature === signature ? stateOf(at) : 'fails';
  };
  return Promise.all(entries.map(follow));
}

/** The state of an entry that its signature was made over. */
async function ownState(
  chain: ChainOwner['chain'],
  { body, signature }: Pick<ChainEntry, 'body' | 'signature'>,
  keys: readonly ChainKey[],
  verifier: SignatureVerifier,
): Promise<SignatureState> {
  const key = keys.find(({ keySetId }) => keySetId === body.keyset_id);
  if (key === undefined) return 'unknown-key';
  return (await verifyStatement(KINDS[chain], body, signature, key.publicKey, verifier)) ? 'holds' : 'fails';
}
