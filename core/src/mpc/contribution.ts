/**
 * `encrypted_share`: an input as its participant sends it. It is split here, on the participant's machine, and each share is
 * sealed to one computing party, so that nobody else ever holds the input.
 */

import { NONCE_BYTES, TAG_BYTES } from '../aes-gcm.ts';
import { concat, equalBytes, fromBase64, toBase64, utf8, wipe } from '../bytes.ts';
import { kemLengths } from '../kem/backend.ts';
import type { Kem } from '../kem/kem.ts';
import { type BoxContext, open, type SealedBox, seal } from '../kem/seal.ts';
import type { Random } from '../random.ts';
import { parseStrictJson } from '../strict-json.ts';
import { base64Bytes, Unreadable } from '../strict-members.ts';
import { at, ELEMENT_BYTES, elementFromBytes, elementToBytes, fromInteger } from './field.ts';
import { PARTY_KEM, readSession, type SessionDescription, sessionHash, sessionHashHex } from './session.ts';
import { PARTIES, type PartyNumber, share } from './shamir.ts';

const HEADER = concat(utf8('svc-mpc/v1'), new Uint8Array(1));
const HASH_BYTES = 32;
const KEM_BYTES = kemLengths(PARTY_KEM).ciphertext;
const BOX_BYTES = KEM_BYTES + NONCE_BYTES + ELEMENT_BYTES + TAG_BYTES;
/** Every contribution has this length. */
export const CONTRIBUTION_BYTES = HEADER.length + HASH_BYTES + PARTIES.length * BOX_BYTES;

/** The session that `public_params` describes; null where it describes none. */
export function sessionFromParams(publicParams: string): SessionDescription | null {
  try {
    return readParams(publicParams);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The same. Throws Unreadable, which names the member that is wrong: `public_params.threshold`. */
export function readParams(publicParams: string): SessionDescription {
  const field = 'public_params';
  const parsed = parseStrictJson(base64Bytes(publicParams, field));
  if (!parsed.ok) throw new Unreadable(field, parsed.message);
  return readSession(parsed.value, field);
}

export type Contribution =
  | { readonly ok: true; readonly encryptedShare: string }
  | { readonly ok: false; readonly reason: ContributionFault };

/** NOT_A_PARTICIPANT: the session has none of this id. OUT_OF_RANGE: no whole number, or larger than `most_input`. BAD_KEY: a key of a party is none. */
export type ContributionFault = 'NOT_A_PARTICIPANT' | 'OUT_OF_RANGE' | 'BAD_KEY';

/** Splits an input and seals it: `encrypted_share` of `mpc/contribute`. */
export async function sealContribution(
  kem: Kem,
  random: Random,
  session: SessionDescription,
  participant: string,
  input: number,
): Promise<Contribution> {
  if (!session.participants.includes(participant)) return { ok: false, reason: 'NOT_A_PARTICIPANT' };
  if (!Number.isSafeInteger(input) || Math.abs(input) > session.most_input)
    return { ok: false, reason: 'OUT_OF_RANGE' };
  const shares = share(BigUint64Array.of(fromInteger(BigInt(input))), random);
  try {
    const boxes: Uint8Array[] = [];
    for (const party of PARTIES) {
      const key = fromBase64(session.party_keys[party - 1] ?? '');
      const plain = elementToBytes(at(shares[party - 1] ?? new BigUint64Array(), 0));
      const context = shareContext(session, participant, party);
      const box = key === null ? null : await seal(kem, random, PARTY_KEM, key, plain, context);
      wipe(plain);
      if (box === null) return { ok: false, reason: 'BAD_KEY' };
      boxes.push(box.kemCiphertext, box.nonce, box.ciphertext);
    }
    return { ok: true, encryptedShare: toBase64(concat(HEADER, sessionHash(session), ...boxes)) };
  } finally {
    for (const list of shares) list.fill(0n);
  }
}

/** The sealed shares of a contribution, by party; null where it is malformed or was made for another session. */
export function boxesOf(session: SessionDescription, encryptedShare: Uint8Array): readonly Uint8Array[] | null {
  const start = concat(HEADER, sessionHash(session));
  if (encryptedShare.length !== CONTRIBUTION_BYTES) return null;
  if (!equalBytes(encryptedShare.subarray(0, start.length), start)) return null;
  return PARTIES.map((party) => {
    const from = start.length + (party - 1) * BOX_BYTES;
    return encryptedShare.slice(from, from + BOX_BYTES);
  });
}

/** Whose share of what a sealed one is. */
export interface ShareOwner {
  readonly session: SessionDescription;
  readonly participant: string;
  readonly party: PartyNumber;
}

/** What a party does with its sealed share; null where it was sealed for other eyes, or is no share. */
export async function openShare(
  kem: Kem,
  secretKey: Uint8Array,
  { session, participant, party }: ShareOwner,
  sealed: Uint8Array,
): Promise<bigint | null> {
  const box: SealedBox = {
    kemCiphertext: sealed.slice(0, KEM_BYTES),
    nonce: sealed.slice(KEM_BYTES, KEM_BYTES + NONCE_BYTES),
    ciphertext: sealed.slice(KEM_BYTES + NONCE_BYTES),
  };
  const plain = await open(kem, PARTY_KEM, secretKey, box, shareContext(session, participant, party));
  if (plain === null) return null;
  try {
    return elementFromBytes(plain);
  } finally {
    wipe(plain);
  }
}

/** In the place of the project stands the hash of the description, which a participant knows and which names the session. */
function shareContext(session: SessionDescription, participant: string, party: PartyNumber): BoxContext {
  return {
    kind: 'mpc-share',
    project: sessionHashHex(session),
    object: participant,
    column: `party ${party}`,
    version: 1,
  };
}
