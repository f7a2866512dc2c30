/**
 * A template as it is stored: its BFV ciphertext and the secret key of its pair, sealed together. What the row says of it stands
 * in the place too: a changed row does not open.
 *
 *   square 4 ‖ secret key 32,856 ‖ ciphertext 65,649
 *
 * `square` is the inner product of the rounded vector with itself, big-endian.
 */
import { concat, wipe } from '@touchstone/core/bytes.ts';
import { COEFFICIENT_CIPHERTEXT_BYTES, COEFFICIENT_SECRET_KEY_BYTES } from '@touchstone/core/fhe/coefficients.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { Template } from './store.ts';

const SQUARE_BYTES = 4;
const CIPHERTEXT_AT = SQUARE_BYTES + COEFFICIENT_SECRET_KEY_BYTES;

export interface StoredTemplate {
  readonly square: number;
  /** The caller wipes it, or moves it away. */
  readonly secretKey: Uint8Array;
  readonly ciphertext: Uint8Array;
}

type TemplateRow = Omit<Template, 'envelope'>;

export function templatePlace(row: TemplateRow): Place {
  const column = `envelope ${row.modality} ${row.dimensions} ${row.created_at} ${row.user_id}`;
  return { kind: 'biometric-template', project: row.project_id, object: row.id, column, version: 1 };
}

export function sealTemplate(vault: Vault, row: TemplateRow, template: StoredTemplate): Uint8Array {
  const square = new Uint8Array(SQUARE_BYTES);
  new DataView(square.buffer).setUint32(0, template.square);
  const plain = concat(square, template.secretKey, template.ciphertext);
  try {
    return vault.seal(templatePlace(row), plain);
  } finally {
    wipe(plain);
  }
}

/** Throws TypeError where the envelope is not the one that was made. */
export function openTemplate(vault: Vault, row: Template): StoredTemplate {
  const plain = vault.open(templatePlace(row), row.envelope);
  if (plain?.length !== CIPHERTEXT_AT + COEFFICIENT_CIPHERTEXT_BYTES) {
    throw new TypeError(`internal: the template ${row.id} does not open`);
  }
  const template = {
    square: new DataView(plain.buffer, plain.byteOffset).getUint32(0),
    secretKey: plain.slice(SQUARE_BYTES, CIPHERTEXT_AT),
    ciphertext: plain.slice(CIPHERTEXT_AT),
  };
  wipe(plain);
  return template;
}
