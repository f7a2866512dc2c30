/** The MAC of a project's envelopes (decisions 12.35), and what hides the size of values in those of CKKS. */
import { createHmac } from 'node:crypto';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { EnvelopeSealer } from '@touchstone/core/fhe/envelope.ts';
import type { Vault } from '../vault/envelope.ts';

/** What a thread needs to read and to write the envelopes of a project. It opens nothing. */
export interface ProjectSeal {
  readonly project: string;
  /** 32 bytes, of this project alone. */
  readonly macKey: Uint8Array;
}

export function projectSeal(vault: Vault, project: string): ProjectSeal {
  return { project, macKey: vault.mac('fhe-envelope', utf8(project)) };
}

export function sealerOf({ project, macKey }: ProjectSeal): EnvelopeSealer {
  return { project, mac: (parts) => macOf(macKey, parts) };
}

/**
 * The bound of a CKKS ciphertext tells the size of its values, which is nobody's business who has only the ciphertext: in the
 * envelope it is masked by its nonce. The same call takes the mask away.
 */
export function maskedBound({ macKey }: ProjectSeal, nonce: Uint8Array, bound: number): number {
  const mask = macOf(macKey, [utf8('svc-fhe-bound/v1'), nonce]);
  return (bound ^ new DataView(mask.buffer, mask.byteOffset).getUint32(0)) >>> 0;
}

function macOf(key: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return new Uint8Array(hmac.digest());
}
