/** Contributions as participants make them, and wrong ones as no builder does. */
import { concat, fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { seal } from '@touchstone/core/kem/seal.ts';
import { sealContribution, sessionFromParams } from '@touchstone/core/mpc/contribution.ts';
import { elementToBytes } from '@touchstone/core/mpc/field.ts';
import { PARTY_KEM, type SessionDescription, sessionHash, sessionHashHex } from '@touchstone/core/mpc/session.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { kem } from '../../src/crypto/kem.ts';

export function sessionIn(publicParams: unknown): SessionDescription {
  const session = sessionFromParams(String(publicParams));
  if (session === null) throw new Error('no session');
  return session;
}

export async function sealed(session: SessionDescription, participant: string, input: number): Promise<string> {
  const made = await sealContribution(kem, systemRandom, session, participant, input);
  if (!made.ok) throw new Error(made.reason);
  return made.encryptedShare;
}

/** Seals any three shares to the parties of a session, whether they belong together or not. */
export async function sealedShares(
  session: SessionDescription,
  participant: string,
  shares: readonly bigint[],
): Promise<string> {
  const [first] = [fromBase64(await sealed(session, participant, 0))];
  if (first == null) throw new Error('no base64');
  const header = first.slice(0, first.indexOf(0) + 1);
  const boxes: Uint8Array[] = [];
  for (const [i, share] of shares.entries()) {
    const key = fromBase64(session.party_keys[i] ?? '') ?? new Uint8Array();
    const context = {
      kind: 'mpc-share',
      project: sessionHashHex(session),
      object: participant,
      column: `party ${i + 1}`,
      version: 1,
    };
    const box = await seal(kem, systemRandom, PARTY_KEM, key, elementToBytes(share), context);
    if (box === null) throw new Error('no key');
    boxes.push(box.kemCiphertext, box.nonce, box.ciphertext);
  }
  return toBase64(concat(header, sessionHash(session), ...boxes));
}
