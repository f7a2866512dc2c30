/** Keeps key pairs of BFV in the page's worker, and does there what the service is not to see: make, encrypt, decrypt. */
import { equalBytes, fromBase64, toBase64, toHex, wipe } from '@touchstone/core/bytes.ts';
import { bfvDecrypt, bfvEncrypt, bfvHides, bfvKeys, bfvMultiply, bfvPublicKey } from '@touchstone/core/fhe/bfv.ts';
import { type Bounded, bfvProduct, isDecryptable, noiseUnits } from '@touchstone/core/fhe/bounds.ts';
import { type FheContext, isWellFormed, loadSeal, openContext, refusedBySeal } from '@touchstone/core/fhe/context.ts';
import {
  type Envelope,
  type EnvelopeSealer,
  type FheHeader,
  type FheKind,
  isCiphertext,
  MAC_BYTES,
  NONCE_BYTES,
  readForm,
  sealEnvelope,
} from '@touchstone/core/fhe/envelope.ts';
import { PARAMETERS, type ParameterId, PREFIX_BYTES, publicKeyBytes } from '@touchstone/core/fhe/params.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { Answered, FheJob, FheResults, HeldPair, KeyFile } from './fhe-jobs.ts';
import type { Profile } from './key-items.ts';
import { boundedOf } from './known.ts';

const PREFIX = 'key_bfv_';
/** What SEAL writes before the keys of a relinearisation key, and before the coefficients of a secret one. */
const RELIN_HEAD_BYTES = 64;
const SECRET_HEAD_BYTES = 88;

/** A page has no key for MACs: what it makes carries zeros in its place. */
const UNSIGNED: EnvelopeSealer = { project: '', mac: () => new Uint8Array(MAC_BYTES) };

interface Held {
  readonly header: FheHeader;
  readonly isIssued: boolean;
  readonly publicKey: Uint8Array;
  readonly relinKey: Uint8Array;
  readonly secretKey: Uint8Array | null;
  /** As they came, so that the file holds the MACs of the service. */
  readonly file: KeyFile;
}

type KeyBodies = Pick<Held, 'publicKey' | 'relinKey' | 'secretKey'>;

/** What a trial multiplies by itself. */
const TRIAL = 347;
const FRESH: Bounded = { depth: 0, values: 1, bits: 0 };

export class KeyKeeper {
  private readonly keys = new Map<string, Held>();

  async run(job: FheJob): Promise<FheResults[FheJob['kind']]> {
    switch (job.kind) {
      case 'make':
        return this.make(job.profile);
      case 'hold':
        return this.hold(job.file);
      case 'encrypt':
        return this.encrypt(job.id, job.values);
      case 'multiply':
        return this.multiply(job.id, job.a, job.b);
      case 'decrypt':
        return this.decrypt(job.id, job.ciphertext);
      case 'file':
        return this.file(job.id);
      case 'drop':
        return this.drop(job.id);
    }
  }

  private async make(profile: Profile): Promise<HeldPair> {
    const parameters = `bfv-${profile}` as const;
    const { publicKey, relinKey, secretKey } = bfvKeys(await contextOf(parameters));
    const keyId = toHex(systemRandom(8));
    const header = keyHeader({ keyId, fingerprint: toHex(sha256(publicKey)), parameters });
    const text = (kind: FheKind, body: Uint8Array) =>
      toBase64(sealEnvelope({ header: { ...header, kind }, body }, UNSIGNED));
    const file = {
      key_id: PREFIX + keyId,
      public_key: text('public-key', publicKey),
      relin_key: text('relin-key', relinKey),
      secret_key: text('secret-key', secretKey),
    };
    return this.keep({ header, isIssued: false, publicKey, relinKey, secretKey, file });
  }

  private async hold(file: KeyFile): Promise<HeldPair | null> {
    const publicKey = keyIn(file.public_key, 'public-key');
    const relinKey = keyIn(file.relin_key, 'relin-key');
    const secretKey = file.secret_key === undefined ? null : keyIn(file.secret_key, 'secret-key');
    if (publicKey === null || relinKey === null || (secretKey === null && file.secret_key !== undefined)) return null;
    const { header } = publicKey;
    const others = [relinKey, ...(secretKey === null ? [] : [secretKey])];
    const isOnePair =
      file.key_id === PREFIX + header.keyId &&
      header.fingerprint === toHex(sha256(publicKey.body)) &&
      others.every((other) => isOneKey(other.header, header));
    if (!isOnePair) return null;
    const bodies = { publicKey: publicKey.body, relinKey: relinKey.body, secretKey: secretKey?.body ?? null };
    const here = this.keys.get(file.key_id);
    if (here !== undefined && !isOneKey(here.header, header)) return null;
    // A file without the secret key takes away no secret that is here.
    if (here !== undefined && here.secretKey !== null && secretKey === null) {
      return equalBytes(here.relinKey, relinKey.body) ? pairOf(here) : null;
    }
    const context = await contextOf(header.parameters);
    if (!hasGenuineForm(context, bodies) || !passTrial(context, bodies)) return null;
    return this.keep({ header, isIssued: hasMac(file.relin_key), ...bodies, file });
  }

  private keep(held: Held): HeldPair {
    this.drop(held.file.key_id);
    this.keys.set(held.file.key_id, held);
    return pairOf(held);
  }

  private async encrypt(id: string, values: readonly number[]): Promise<Answered<string>> {
    const held = this.keys.get(id);
    if (held === undefined) return { ok: false, reason: 'not-held' };
    const body = bfvEncrypt(await contextOf(held.header.parameters), held.publicKey, values);
    return { ok: true, value: ciphertextOf(held.header, body, { depth: 0, values: values.length, bits: 0 }) };
  }

  private async multiply(id: string, a: string, b: string): Promise<Answered<string>> {
    const held = this.keys.get(id);
    if (held === undefined) return { ok: false, reason: 'not-held' };
    const context = await contextOf(held.header.parameters);
    const [first, second] = [operandOf(context, a, held.header), operandOf(context, b, held.header)];
    if (first === null || second === null) return { ok: false, reason: 'invalid' };
    const bounds = bfvProduct(held.header.parameters, boundedOf(first.header), boundedOf(second.header));
    if (bounds === null) return { ok: false, reason: 'exhausted' };
    return this.refusing(() => {
      const body = bfvMultiply(context, first.body, second.body, held.relinKey);
      return { ok: true, value: ciphertextOf(held.header, body, bounds) };
    });
  }

  private async decrypt(id: string, ciphertext: string): Promise<Answered<readonly number[]>> {
    const held = this.keys.get(id);
    if (held === undefined || held.secretKey === null) return { ok: false, reason: 'not-held' };
    const { secretKey } = held;
    const context = await contextOf(held.header.parameters);
    const operand = operandOf(context, ciphertext, held.header);
    if (operand === null) return { ok: false, reason: 'invalid' };
    const bounds = boundedOf(operand.header);
    if (!isDecryptable(held.header.parameters, bounds)) return { ok: false, reason: 'exhausted' };
    return this.refusing(() => {
      const values = bfvDecrypt(context, secretKey, operand.body, bounds);
      return values === null ? { ok: false, reason: 'exhausted' } : { ok: true, value: values };
    });
  }

  /** What SEAL refuses was no ciphertext of these parameters. */
  private refusing<T>(action: () => Answered<T>): Answered<T> {
    try {
      return action();
    } catch (error) {
      if (refusedBySeal(error)) return { ok: false, reason: 'invalid' };
      throw error;
    }
  }

  private file(id: string): Answered<string> {
    const held = this.keys.get(id);
    if (held === undefined) return { ok: false, reason: 'not-held' };
    return { ok: true, value: `${JSON.stringify(held.file, null, 2)}\n` };
  }

  private drop(id: string): null {
    wipe(this.keys.get(id)?.secretKey ?? undefined);
    this.keys.delete(id);
    return null;
  }
}

function pairOf({ header, isIssued, secretKey, file }: Held): HeldPair {
  return {
    id: file.key_id,
    profile: header.parameters === 'bfv-wide' ? 'wide' : 'standard',
    custody: header.custody,
    fingerprint: header.fingerprint,
    isIssued,
    hasSecret: secretKey !== null,
  };
}

let seal: ReturnType<typeof loadSeal> | null = null;
const contexts = new Map<ParameterId, Promise<FheContext>>();

/** Made when it is needed: half a second, once for each set of parameters. */
function contextOf(parameters: ParameterId): Promise<FheContext> {
  const known = contexts.get(parameters);
  if (known !== undefined) return known;
  seal ??= loadSeal();
  const made = seal.then((loaded) => openContext(loaded, PARAMETERS[parameters]));
  contexts.set(parameters, made);
  return made;
}

function keyHeader(own: Pick<FheHeader, 'keyId' | 'fingerprint' | 'parameters'>): FheHeader {
  const nonce = new Uint8Array(NONCE_BYTES);
  return { ...own, kind: 'public-key', custody: 'client', depth: 0, values: 0, bound: 0, nonce };
}

function ciphertextOf(key: FheHeader, body: Uint8Array, { depth, values, bits }: Bounded): string {
  const header = { ...key, kind: 'client-ciphertext', depth, values, bound: noiseUnits(bits) } as const;
  return toBase64(sealEnvelope({ header, body }, UNSIGNED));
}

function keyIn(text: string, kind: FheKind): Envelope | null {
  const bytes = fromBase64(text);
  const read = bytes === null ? null : readForm(bytes);
  return read?.header.kind === kind ? read : null;
}

function hasMac(text: string): boolean {
  const bytes = fromBase64(text);
  return bytes?.subarray(-MAC_BYTES).some((byte) => byte !== 0) ?? false;
}

/**
 * Whether everything but the coefficients is as SEAL writes it for these parameters, compared with keys that are made for it: a
 * file could else say that its bytes are compressed, and half a megabyte becomes gigabytes.
 */
function hasGenuineForm(context: FheContext, keys: KeyBodies): boolean {
  const sample = bfvKeys(context);
  const { parameters } = context;
  const each = publicKeyBytes(parameters);
  const isSame = (a: Uint8Array, b: Uint8Array, at: number, length: number) =>
    equalBytes(a.subarray(at, at + length), b.subarray(at, at + length));
  const starts = Array.from({ length: parameters.primeBits.length - 1 }, (_, place) => RELIN_HEAD_BYTES + place * each);
  return (
    isSame(sample.publicKey, keys.publicKey, 0, PREFIX_BYTES) &&
    isSame(sample.relinKey, keys.relinKey, 0, RELIN_HEAD_BYTES) &&
    starts.every((at) => isSame(sample.relinKey, keys.relinKey, at, PREFIX_BYTES)) &&
    (keys.secretKey === null || isSame(sample.secretKey, keys.secretKey, 0, SECRET_HEAD_BYTES))
  );
}

/**
 * Whether the public key hides messages, and, with the secret key, whether it decrypts what that one encrypts, and a product under
 * these keys to what was multiplied. Any other coefficient of one of them would show: it goes into the noise of all values. What
 * decrypts does not read the last prime of the secret key, but a public key that is made of it rests on that one too. Without the
 * secret key nobody can tell whether the others belong together.
 */
function passTrial(context: FheContext, { publicKey, relinKey, secretKey }: KeyBodies): boolean {
  const bounds = bfvProduct(context.parameters.id, FRESH, FRESH);
  if (bounds === null) return false;
  try {
    if (!bfvHides(context, publicKey)) return false;
    if (secretKey === null) return true;
    const a = bfvEncrypt(context, publicKey, [TRIAL]);
    const b = bfvEncrypt(context, bfvPublicKey(context, secretKey), [TRIAL]);
    const product = bfvMultiply(context, a, b, relinKey);
    return (
      bfvDecrypt(context, secretKey, a, FRESH)?.[0] === TRIAL &&
      bfvDecrypt(context, secretKey, product, bounds)?.[0] === TRIAL * TRIAL
    );
  } catch (error) {
    if (refusedBySeal(error)) return false;
    throw error;
  }
}

function isOneKey(a: FheHeader, b: FheHeader): boolean {
  return (
    a.keyId === b.keyId && a.fingerprint === b.fingerprint && a.parameters === b.parameters && a.custody === b.custody
  );
}

/** A ciphertext of the pair as SEAL writes it, whoever made it. */
function operandOf(context: FheContext, text: string, key: FheHeader): Envelope | null {
  const bytes = fromBase64(text);
  const read = bytes === null ? null : readForm(bytes);
  if (read === null || !isCiphertext(read.header.kind) || !isOneKey(read.header, key)) return null;
  return isWellFormed(context, read.body) ? read : null;
}
