/**
 * Key ceremony (S10): a signing key whose seed is split by Shamir's method over GF(2⁸), so that any `threshold` of the
 * shares rebuild it and fewer say nothing about it. Whoever deals sees everything; whoever rebuilds holds the whole key.
 *
 * The arithmetic is that of `shamir-secret-sharing`, which was audited independently. It draws its coefficients from the
 * platform's secure source by itself, and its copies of the seed are out of our reach.
 */
import { combine, split } from 'shamir-secret-sharing';
import { equalBytes, toHex, wipe } from '../bytes.ts';
import { sha3_256, tagged } from '../hash.ts';
import type { Signer } from '../sign/family.ts';
import { signatureLengths } from '../sign/lengths.ts';
import type { MlDsaAlgorithm } from '../sign/ml-dsa-expanded.ts';

/** The coordinate of a share is one byte, and not 0. */
export const MAX_PARTICIPANTS = 255;
export const LEAST_THRESHOLD = 2;

export interface KeyShare {
  /** Counted from 1. */
  readonly participant: number;
  /** The 32 bytes of the polynomials' values ‖ the coordinate. The caller wipes it. */
  readonly share: Uint8Array;
  /** `shareCommitment(share)`. */
  readonly commitment: string;
}

export interface DealtKey {
  readonly publicKey: Uint8Array;
  readonly shares: readonly KeyShare[];
}

/** SHA3-256(`svc-ceremony-share/v1` 00 share), hex: tells a wrong share from a right one, and nothing about the key. */
export function shareCommitment(share: Uint8Array): string {
  return toHex(sha3_256(tagged('ceremony-share', share)));
}

/**
 * Makes a key pair and splits its seed; the seed is wiped. Throws RangeError unless 2 ≤ threshold ≤ participants ≤ 255.
 */
export async function dealKey(
  algorithm: MlDsaAlgorithm,
  participants: number,
  threshold: number,
  signer: Pick<Signer, 'generateKeyPair'>,
): Promise<DealtKey> {
  const areWhole = Number.isInteger(participants) && Number.isInteger(threshold);
  if (!(areWhole && threshold >= LEAST_THRESHOLD && threshold <= participants && participants <= MAX_PARTICIPANTS)) {
    throw new RangeError('2 ≤ threshold ≤ participants ≤ 255 does not hold');
  }
  const { publicKey, secretKey } = await signer.generateKeyPair(algorithm);
  try {
    // The library takes no subclass of Uint8Array.
    const seed = new Uint8Array(secretKey);
    const shares = await split(seed, participants, threshold).finally(() => wipe(seed));
    return {
      publicKey,
      shares: shares.map((share, index) => ({
        participant: index + 1,
        share,
        commitment: shareCommitment(share),
      })),
    };
  } finally {
    wipe(secretKey);
  }
}

export interface SharesOfKey {
  readonly algorithm: MlDsaAlgorithm;
  /** What the ceremony answered as `public_key`. */
  readonly publicKey: Uint8Array;
  readonly shares: readonly Uint8Array[];
  /** Commitments to all shares of the ceremony: with them a wrong share can be named. */
  readonly commitments?: readonly string[];
}

export type SharesFault =
  /** Fewer than two shares. */
  | 'TOO_FEW_SHARES'
  | 'MALFORMED_SHARE'
  /** Two shares of the same participant. */
  | 'REPEATED_SHARE'
  /** Its commitment is none of this ceremony's. */
  | 'FOREIGN_SHARE'
  /** The rebuilt key has another public key: a share is wrong, or there are fewer than the threshold. */
  | 'OTHER_KEY';

export interface SharesRefused {
  readonly ok: false;
  readonly reason: SharesFault;
  /** Index of the wrong share among those given, from 0; null where no single one can be named. */
  readonly share: number | null;
}

export type CombinedKey = { readonly ok: true; readonly secretKey: Uint8Array } | SharesRefused;

/**
 * Rebuilds the key from shares. Good only if its public key is `publicKey` byte for byte (S10), so a key that comes out is
 * the right one. The caller wipes the secret key.
 */
export async function combineShares(
  { algorithm, publicKey, shares, commitments }: SharesOfKey,
  signer: Pick<Signer, 'publicKeyOf'>,
): Promise<CombinedKey> {
  const fault = faultOf(algorithm, shares, commitments);
  if (fault !== null) return fault;
  const copies = shares.map((share) => new Uint8Array(share));
  const secretKey = await combine(copies).finally(() => wipe(...copies));
  let isRight = false;
  try {
    isRight = equalBytes(await signer.publicKeyOf(algorithm, secretKey), publicKey);
    return isRight ? { ok: true, secretKey } : refused('OTHER_KEY', null);
  } finally {
    if (!isRight) wipe(secretKey);
  }
}

export type SignedByShares = { readonly ok: true; readonly signature: Uint8Array } | SharesRefused;

/** Rebuilds the key, signs one message with it (pure mode, empty context) and wipes it. Shares that do not give the key sign nothing. */
export async function signWithShares(
  key: SharesOfKey,
  message: Uint8Array,
  signer: Pick<Signer, 'publicKeyOf' | 'sign'>,
): Promise<SignedByShares> {
  const combined = await combineShares(key, signer);
  if (!combined.ok) return combined;
  try {
    return { ok: true, signature: await signer.sign(key.algorithm, combined.secretKey, message) };
  } finally {
    wipe(combined.secretKey);
  }
}

function faultOf(
  algorithm: MlDsaAlgorithm,
  shares: readonly Uint8Array[],
  commitments: readonly string[] | undefined,
): SharesRefused | null {
  const length = signatureLengths(algorithm).secretKey + 1;
  const malformed = shares.findIndex((share) => share.length !== length || coordinateOf(share) === 0);
  if (malformed >= 0) return refused('MALFORMED_SHARE', malformed);
  const coordinates = shares.map(coordinateOf);
  const repeated = coordinates.findIndex((coordinate, index) => coordinates.indexOf(coordinate) < index);
  if (repeated >= 0) return refused('REPEATED_SHARE', repeated);
  const foreign = shares.findIndex((share) => commitments?.includes(shareCommitment(share)) === false);
  if (foreign >= 0) return refused('FOREIGN_SHARE', foreign);
  return shares.length < LEAST_THRESHOLD ? refused('TOO_FEW_SHARES', null) : null;
}

function coordinateOf(share: Uint8Array): number {
  return share.at(-1) ?? 0;
}

function refused(reason: SharesFault, share: number | null): SharesRefused {
  return { ok: false, reason, share };
}
