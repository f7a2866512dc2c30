/** What the threads do with BFV. A request is read, decided and computed in one go: its megabytes never change threads. */
import { createHash } from 'node:crypto';
import { wipe } from '@touchstone/core/bytes.ts';
import { bfvAdd, bfvDecrypt, bfvEncrypt, bfvKeys, bfvMultiply } from '@touchstone/core/fhe/bfv.ts';
import { type Bounded, bfvProduct, bfvSum, noiseBits, noiseUnits } from '@touchstone/core/fhe/bounds.ts';
import type { Custody, Envelope, FheKind } from '@touchstone/core/fhe/envelope.ts';
import { PARAMETERS, type ParameterId } from '@touchstone/core/fhe/params.ts';
import { ApiError, invalid, invalidCiphertext } from '../frame/errors.ts';
import { asciiBytes, envelopeText, NO_NONCE, type Result, type UnderKey } from './answers.ts';
import { contextOf } from './contexts.ts';
import { type Foreign, withForeign } from './foreign.ts';
import { type KeyName, present, type ReadRequest, readRequest, type Unread } from './reading.ts';
import type { ProjectSeal } from './sealing.ts';
import type { ThreadTask } from './threads.ts';

type BfvId = Exclude<ParameterId, 'ckks'>;

export interface MadeKeys {
  readonly fingerprint: string;
  /** The answer. */
  readonly json: Uint8Array;
  /** For the vault; null where the client has it. The caller wipes it. */
  readonly secretKey: Uint8Array | null;
}

export const bfvKeygenTask: ThreadTask<
  { readonly seal: ProjectSeal; readonly keyId: string; readonly custody: Custody; readonly parameters: BfvId },
  MadeKeys
> = {
  name: 'bfv keygen',
  async run({ seal, keyId, custody, parameters }) {
    const { publicKey, relinKey, secretKey } = bfvKeys(await contextOf(PARAMETERS[parameters]));
    // By it everything under the pair is known.
    const fingerprint = createHash('sha256').update(publicKey).digest('hex');
    const name = { keyId, fingerprint, custody };
    const text = (kind: FheKind, body: Uint8Array) => envelopeText(seal, name, parameters, kind, body);
    const parts = [
      `{"key_id":"key_bfv_${keyId}","public_key":"`,
      text('public-key', publicKey),
      '","relin_key":"',
      text('relin-key', relinKey),
    ];
    if (custody === 'server') return { fingerprint, json: asciiBytes(...parts, '"}'), secretKey };
    parts.push('","secret_key":"', text('secret-key', secretKey));
    wipe(secretKey);
    return { fingerprint, json: asciiBytes(...parts, '"}'), secretKey: null };
  },
};

function answer({ seal, key, bounds }: Result, parameters: BfvId, kind: FheKind, body: Uint8Array): UnderKey {
  const { depth, values, bits } = bounds;
  const said = { depth, values, bound: noiseUnits(bits), nonce: NO_NONCE };
  const json = asciiBytes('{"ciphertext":"', envelopeText(seal, key, parameters, kind, body, said), '"}');
  return { keyId: kind === 'ciphertext' ? key.keyId : null, json };
}

export const bfvEncryptTask: ThreadTask<Unread, UnderKey> = {
  name: 'bfv encrypt',
  async run(unread) {
    const { members, envelopes } = readRequest(unread);
    const { header: key, body: publicKey } = present(envelopes.public_key);
    const parameters = bfvId(key.parameters);
    const { range } = PARAMETERS[parameters];
    // The contract has held it against its widest range.
    const plaintext = members.plaintext as readonly number[];
    const wrong = plaintext.findIndex((value) => Math.abs(value) > range);
    if (wrong >= 0) {
      throw invalid(
        `plaintext.${wrong}`,
        `\`plaintext.${wrong}\` must lie between -${range} and ${range}, the range of this key.`,
      );
    }
    const bounds = { depth: 0, values: plaintext.length, bits: 0 };
    const body = bfvEncrypt(await contextOf(PARAMETERS[parameters]), publicKey, plaintext);
    return answer({ seal: unread.seal, key, bounds }, parameters, 'ciphertext', body);
  },
};

export const bfvAddTask: ThreadTask<Unread, UnderKey> = {
  name: 'bfv add',
  async run(unread) {
    const found = operands(readRequest(unread), bfvSum);
    const { parameters, foreign, a, b } = found;
    const context = await contextOf(PARAMETERS[parameters]);
    const body = withForeign(context, foreign, () => bfvAdd(context, a, b));
    return answer({ ...found, seal: unread.seal }, parameters, kindOf(foreign), body);
  },
};

export const bfvMultiplyTask: ThreadTask<Unread, UnderKey> = {
  name: 'bfv multiply',
  async run(unread) {
    const request = readRequest(unread);
    const found = operands(request, bfvProduct);
    const { parameters, foreign, a, b } = found;
    const { header, body: relinKey } = present(request.envelopes.relin_key);
    if (!isOneKey(header, { ...found.key, parameters })) {
      throw invalid('relin_key', '`relin_key` must be the relinearisation key of the pair of the ciphertexts.');
    }
    const context = await contextOf(PARAMETERS[parameters]);
    const body = withForeign(context, foreign, () => bfvMultiply(context, a, b, relinKey));
    return answer({ ...found, seal: unread.seal }, parameters, kindOf(foreign), body);
  },
};

export const bfvDecryptTask: ThreadTask<
  {
    readonly parameters: BfvId;
    readonly ciphertext: Uint8Array;
    readonly isForeign: boolean;
    readonly bounds: Bounded;
    readonly secretKey: Uint8Array;
  },
  Uint8Array
> = {
  name: 'bfv decrypt',
  async run({ parameters, ciphertext, isForeign, bounds, secretKey }) {
    const context = await contextOf(PARAMETERS[parameters]);
    const foreign = isForeign ? [{ field: 'ciphertext', body: ciphertext }] : [];
    const plaintext = withForeign(context, foreign, () => bfvDecrypt(context, secretKey, ciphertext, bounds));
    if (plaintext === null) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
    return asciiBytes(`{"plaintext":[${plaintext.join()}]}`);
  },
  secretsIn: ({ secretKey }) => [secretKey],
};

/** The service vouches for no result of what it did not make. */
function kindOf(foreign: readonly Foreign[]): FheKind {
  return foreign.length === 0 ? 'ciphertext' : 'client-ciphertext';
}

interface Operands {
  readonly key: KeyName;
  readonly bounds: Bounded;
  readonly parameters: BfvId;
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  /** Those of the two that the service did not make. */
  readonly foreign: readonly Foreign[];
}

/** Two ciphertexts under one key, and what their result will be. Throws before anything is computed. */
function operands({ envelopes, broken }: ReadRequest, result: typeof bfvSum): Operands {
  if (broken !== null) throw invalidCiphertext(broken);
  const [a, b] = [present(envelopes.ciphertext_a), present(envelopes.ciphertext_b)];
  if (!isOneKey(a.header, b.header)) throw invalidCiphertext('ciphertext_b');
  const { header } = a;
  const bounds = result(header.parameters, boundsOf(a), boundsOf(b));
  if (bounds === null) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
  const foreign = (['ciphertext_a', 'ciphertext_b'] as const).flatMap((field) => {
    const { header: own, body } = present(envelopes[field]);
    return own.kind === 'client-ciphertext' ? [{ field, body }] : [];
  });
  return { key: header, bounds, parameters: bfvId(header.parameters), a: a.body, b: b.body, foreign };
}

export type OneKey = Pick<Envelope['header'], 'keyId' | 'fingerprint' | 'custody' | 'parameters'>;

export function isOneKey(a: OneKey, b: OneKey): boolean {
  return (
    a.keyId === b.keyId && a.fingerprint === b.fingerprint && a.custody === b.custody && a.parameters === b.parameters
  );
}

export function bfvId(parameters: ParameterId): BfvId {
  if (parameters === 'ckks') throw new TypeError('internal: a request of BFV was read as one of CKKS');
  return parameters;
}

export function boundsOf({ header: { depth, values, bound } }: Envelope): Bounded {
  return { depth, values, bits: noiseBits(bound) };
}
