/** What one computing party is asked to do. It runs in the thread of that party, with the party's own key and nobody else's. */
import { wipe } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Kem } from '@touchstone/core/kem/kem.ts';
import { compute, type HeldInput, isInputWithin } from '@touchstone/core/mpc/computations.ts';
import { openShare } from '@touchstone/core/mpc/contribution.ts';
import { agree, createParty, InconsistentShares, type Links } from '@touchstone/core/mpc/party.ts';
import { PARTY_KEM, readSession, type SessionDescription, taskOf } from '@touchstone/core/mpc/session.ts';
import type { PartyNumber } from '@touchstone/core/mpc/shamir.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Vault } from '../vault/envelope.ts';
import { type PartyKeyName, partyKeyPlace } from './at-rest.ts';

/** A sealed share of one participant, for one party. */
export interface SealedShare {
  readonly participant: string;
  readonly box: Uint8Array;
}

/** `sealedKey` is the party's own box. */
export type PartyRequest = PartyKeyName &
  (
    | { readonly act: 'make-key' }
    | {
        readonly act: 'check' | 'compute';
        /** The description as JSON: the party reads it itself. */
        readonly session: JsonObject;
        readonly sealedKey: Uint8Array;
        readonly shares: readonly SealedShare[];
      }
  );

/** `refused`: the parties do not take the shares. */
export type PartyAnswer =
  | { readonly kind: 'key'; readonly publicKey: Uint8Array; readonly sealedKey: Uint8Array }
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'computed';
      readonly share: bigint;
      readonly opened: bigint;
      readonly multiplications: number;
      readonly openings: number;
    };

/** What a party has. */
export interface PartyTools {
  readonly party: PartyNumber;
  /** Under the party's own root key. */
  readonly vault: Vault;
  readonly kem: Kem;
  readonly random: Random;
}

export async function serve(request: PartyRequest, links: Links, tools: PartyTools): Promise<PartyAnswer> {
  if (request.act === 'make-key') return makeKey(request, tools);
  const session = readSession(request.session, '');
  const inputs = await openAll(request, session, tools);
  const party = createParty(links, tools.random);
  // All parties give up together: one that could not open its share would let the others wait.
  if (!(await agree(party, inputs !== null)) || inputs === null) return { kind: 'refused' };
  try {
    if (request.act === 'check') {
      for (const { share } of inputs) {
        if (!(await isInputWithin(party, share, session.most_input))) return { kind: 'refused' };
      }
      return { kind: 'taken' };
    }
    const { share, opened } = await compute(party, taskOf(session), inputs);
    return { kind: 'computed', share, opened, ...party.counts };
  } catch (error) {
    if (error instanceof InconsistentShares) return { kind: 'refused' };
    throw error;
  }
}

async function makeKey(name: PartyKeyName, { party, vault, kem }: PartyTools): Promise<PartyAnswer> {
  const { publicKey, secretKey } = await kem.generateKeyPair(PARTY_KEM);
  try {
    return { kind: 'key', publicKey, sealedKey: vault.seal(partyKeyPlace(name, party), secretKey) };
  } finally {
    wipe(secretKey);
  }
}

/** null where the key or a share does not open here: it was sealed for another session, participant or party. */
async function openAll(
  { sealedKey, shares, ...name }: PartyRequest & { readonly act: 'check' | 'compute' },
  session: SessionDescription,
  { party, vault, kem }: PartyTools,
): Promise<readonly HeldInput[] | null> {
  const secretKey = vault.open(partyKeyPlace(name, party), sealedKey);
  if (secretKey === null || session.session_id !== name.sessionId) return null;
  try {
    const inputs: HeldInput[] = [];
    for (const { participant, box } of shares) {
      const share = await openShare(kem, secretKey, { session, participant, party }, box);
      if (share === null) return null;
      inputs.push({ participant: session.participants.indexOf(participant), share });
    }
    return inputs;
  } finally {
    wipe(secretKey);
  }
}
