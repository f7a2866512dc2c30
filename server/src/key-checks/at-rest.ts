/**
 * An enrolled key as it is stored: the secret key of its BFV pair and the encrypted digest, sealed together. What the row says of
 * them stands in the place too: a changed row does not open.
 */
import { concat, wipe } from '@touchstone/core/bytes.ts';
import { COEFFICIENT_CIPHERTEXT_BYTES, COEFFICIENT_SECRET_KEY_BYTES } from '@touchstone/core/fhe/coefficients.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { KeyEnrolment } from './store.ts';

export interface StoredDigest {
  /** The caller wipes it, or moves it away. */
  readonly secretKey: Uint8Array;
  readonly ciphertext: Uint8Array;
}

type EnrolmentRow = Omit<KeyEnrolment, 'envelope' | 'non_matches'>;

export function enrolmentPlace(row: EnrolmentRow): Place {
  const column = `envelope ${row.key_id} ${row.created_at} ${row.allowed_verifiers} ${row.purpose}`;
  return { kind: 'key-enrolment', project: row.project_id, object: row.id, column, version: 1 };
}

export function sealDigest(vault: Vault, row: EnrolmentRow, { secretKey, ciphertext }: StoredDigest): Uint8Array {
  const plain = concat(secretKey, ciphertext);
  try {
    return vault.seal(enrolmentPlace(row), plain);
  } finally {
    wipe(plain);
  }
}

/** Throws TypeError where the envelope is not the one that was made. */
export function openDigest(vault: Vault, row: KeyEnrolment): StoredDigest {
  const plain = vault.open(enrolmentPlace(row), row.envelope);
  if (plain?.length !== COEFFICIENT_SECRET_KEY_BYTES + COEFFICIENT_CIPHERTEXT_BYTES) {
    throw new TypeError(`internal: the enrolment ${row.id} does not open`);
  }
  const digest = {
    secretKey: plain.slice(0, COEFFICIENT_SECRET_KEY_BYTES),
    ciphertext: plain.slice(COEFFICIENT_SECRET_KEY_BYTES),
  };
  wipe(plain);
  return digest;
}
