/** Answers with keys and ciphertexts, written as bytes of JSON in a thread: the event loop only sends them. */
import type { Bounded } from '@touchstone/core/fhe/bounds.ts';
import { type FheHeader, type FheKind, NONCE_BYTES, sealEnvelope } from '@touchstone/core/fhe/envelope.ts';
import type { ParameterId } from '@touchstone/core/fhe/params.ts';
import type { KeyName } from './reading.ts';
import { type ProjectSeal, sealerOf } from './sealing.ts';
import { untilJobEnds } from './spent-bytes.ts';

/** A ciphertext that will be an answer. */
export interface Result {
  readonly seal: ProjectSeal;
  readonly key: KeyName;
  readonly bounds: Bounded;
}

/** An answer with a ciphertext. */
export interface UnderKey {
  /** The pair for which the service vouches with it; null where it vouches for nothing, and a client may have made the pair itself. */
  readonly keyId: string | null;
  readonly json: Uint8Array;
}

export const NO_NONCE = new Uint8Array(NONCE_BYTES);

/** An envelope as it stands in JSON. The job does not need the body any more, once it has ended. */
export function envelopeText(
  projectSeal: ProjectSeal,
  { keyId, fingerprint, custody }: KeyName,
  parameters: ParameterId,
  kind: FheKind,
  body: Uint8Array,
  said: Pick<FheHeader, 'depth' | 'values' | 'bound' | 'nonce'> = { depth: 0, values: 0, bound: 0, nonce: NO_NONCE },
): string {
  const header = { kind, parameters, custody, keyId, fingerprint, ...said };
  const { buffer, byteOffset, byteLength } = untilJobEnds(
    sealEnvelope({ header, body: untilJobEnds(body) }, sealerOf(projectSeal)),
  );
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Text of ASCII in parts, as bytes: megabytes of it are neither joined as texts nor looked at. */
export function asciiBytes(...parts: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at, 'latin1');
  return bytes;
}
