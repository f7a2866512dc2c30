/** What a notebook does: in the worker where the client keeps the key, at the service else. */
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { readForm } from '@touchstone/core/fhe/envelope.ts';
import { client } from '../../../lib/client.ts';
import type { Answered, HeldPair, KeyFile, Refusal } from './fhe-jobs.ts';
import { inWorker } from './in-worker.ts';
import type { Profile } from './key-items.ts';
import { knownOf } from './known.ts';
import type { NotebookKey, PagePair, Seen, Step, StepKind } from './notebooks.ts';
import type { ComputeAct } from './search.ts';

/** A refusal by the worker, for the reasons that the service has too. */
export class WorkerRefusal extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Why a step was refused, where that has a word of its own. */
export function refusalOf(error: unknown): Refusal | 'expired' | null {
  if (error instanceof WorkerRefusal) return error.reason;
  if (!(error instanceof ApiFailure)) return null;
  switch (error.code) {
    case 'INVALID_CIPHERTEXT':
      return 'invalid';
    case 'NOISE_BUDGET_EXHAUSTED':
      return 'exhausted';
    case 'SESSION_EXPIRED':
      return 'expired';
    default:
      return null;
  }
}

export type MadeStep = Omit<Step, 'number'>;

/** Where a step takes place: `page` where the service is asked nothing. */
export function placeOf({ item, pair }: NotebookKey, kind: StepKind): 'page' | 'service' {
  if (kind === 'load') return 'page';
  if (item.custody === 'server' || kind === 'add') return 'service';
  return kind === 'multiply' && pair?.isIssued !== false ? 'service' : 'page';
}

/** Makes a pair in this page, which the service never sees. */
export async function makeHere(profile: Profile, signal: AbortSignal): Promise<PagePair> {
  return pagePair(await inWorker({ kind: 'make', profile }, signal), null, false);
}

/** Has the service make a pair. Where the client keeps its secret key, that goes to the worker at once and stays there. */
export async function makeAtService(
  profile: Profile,
  custody: 'server' | 'client',
  signal: AbortSignal,
): Promise<PagePair> {
  const file = await client.crypto.fhe.bfvKeygen({ body: { profile, custody } }, { signal });
  if (custody === 'server') {
    const fingerprint = readForm(fromBase64(file.public_key) ?? new Uint8Array())?.header.fingerprint ?? '';
    return pagePair({ id: file.key_id, profile, custody, fingerprint, isIssued: true, hasSecret: false }, file, false);
  }
  const held = await inWorker({ kind: 'hold', file }, signal);
  if (held === null) throw new TypeError('the service answered keys that do not belong together');
  return pagePair(held, file, false);
}

/** Takes keys from their file; null where it holds none that belong together. */
export async function loadPair(file: KeyFile, signal: AbortSignal): Promise<PagePair | null> {
  const held = await inWorker({ kind: 'hold', file }, signal);
  return held === null ? null : pagePair(held, file, true);
}

function pagePair(held: HeldPair, file: KeyFile | null, isSaved: boolean): PagePair {
  const isSent = held.isIssued && file !== null;
  return {
    ...held,
    publicKey: isSent && held.custody === 'server' ? file.public_key : null,
    relinKey: isSent ? file.relin_key : null,
    isSaved,
    madeAt: isSaved ? null : new Date().toISOString(),
    gone: held.custody === 'client' && !held.hasSecret ? 'not-in-file' : null,
  };
}

export async function encrypt(key: NotebookKey, values: readonly number[], signal: AbortSignal): Promise<MadeStep> {
  const common = { kind: 'encrypt', from: [], slots: null, values } as const;
  const { item, pair } = key;
  if (item.scheme === 'CKKS') {
    const body = { session_id: item.id, plaintext: [...values] };
    const { ciphertext, scale } = await client.crypto.fhe.ckksEncrypt({ body }, { signal });
    return made({ ...common, seen: 'values' }, ciphertext, scale);
  }
  if (placeOf(key, 'encrypt') === 'page') {
    return made(
      { ...common, seen: 'nothing' },
      taken(await inWorker({ kind: 'encrypt', id: item.id, values }, signal)),
    );
  }
  const body = { plaintext: [...values], public_key: present(pair?.publicKey) };
  const { ciphertext } = await client.crypto.fhe.bfvEncrypt({ body }, { signal });
  return made({ ...common, seen: 'values' }, ciphertext);
}

export interface Operand {
  readonly number: number;
  readonly text: string;
}

export interface Computation {
  readonly act: ComputeAct;
  readonly a: Operand;
  /** Of sums and products. */
  readonly b: Operand | null;
  /** Of rotations. */
  readonly slots: number;
}

export function compute(key: NotebookKey, computation: Computation, signal: AbortSignal): Promise<MadeStep> {
  return key.item.scheme === 'CKKS'
    ? computeCkks(key.item.id, computation, signal)
    : computeBfv(key, computation, signal);
}

async function computeCkks(id: string, { act, a, b, slots }: Computation, signal: AbortSignal): Promise<MadeStep> {
  const { fhe } = client.crypto;
  const one = { session_id: id, ciphertext: a.text };
  const two = { session_id: id, ciphertext_a: a.text, ciphertext_b: b?.text ?? '' };
  switch (act) {
    case 'decrypt': {
      const { plaintext } = await fhe.ckksDecrypt({ body: one }, { signal });
      return decrypted(a, plaintext, 'opened');
    }
    case 'add': {
      const { ciphertext, scale } = await fhe.ckksAdd({ body: two }, { signal });
      return made(computed(act, a, b), ciphertext, scale);
    }
    case 'multiply': {
      const { ciphertext, scale } = await fhe.ckksMultiply({ body: two }, { signal });
      return made(computed(act, a, b), ciphertext, scale);
    }
    case 'rotate': {
      const { ciphertext, scale } = await fhe.ckksRotate({ body: { ...one, steps: slots } }, { signal });
      return made({ ...computed(act, a, null), slots }, ciphertext, scale);
    }
    case 'refresh': {
      const { ciphertext, scale } = await fhe.ckksRefresh({ body: one }, { signal });
      return made({ ...computed(act, a, null), seen: 'opened' }, ciphertext, scale);
    }
  }
}

async function computeBfv(key: NotebookKey, { act, a, b }: Computation, signal: AbortSignal): Promise<MadeStep> {
  const { fhe } = client.crypto;
  const { id } = key.item;
  const isHere = placeOf(key, act) === 'page';
  const both = { ciphertext_a: a.text, ciphertext_b: b?.text ?? '' };
  switch (act) {
    case 'decrypt': {
      if (isHere) {
        return decrypted(a, taken(await inWorker({ kind: 'decrypt', id, ciphertext: a.text }, signal)), 'nothing');
      }
      const { plaintext } = await fhe.bfvDecrypt({ body: { ciphertext: a.text, key_id: id } }, { signal });
      return decrypted(a, plaintext, 'opened');
    }
    case 'add': {
      const { ciphertext } = await fhe.bfvAdd({ body: both }, { signal });
      return made(computed(act, a, b), ciphertext);
    }
    case 'multiply': {
      if (isHere) {
        const job = { kind: 'multiply', id, a: a.text, b: b?.text ?? '' } as const;
        return made({ ...computed(act, a, b), seen: 'nothing' }, taken(await inWorker(job, signal)));
      }
      const body = { ...both, relin_key: present(key.pair?.relinKey) };
      const { ciphertext } = await fhe.bfvMultiply({ body }, { signal });
      return made(computed(act, a, b), ciphertext);
    }
    case 'rotate':
    case 'refresh':
      throw new TypeError(`BFV has no ${act} here`);
  }
}

function computed(kind: StepKind, a: Operand, b: Operand | null) {
  const seen: Seen = 'ciphertexts';
  return {
    kind,
    from: b === null ? [a.number] : [a.number, b.number],
    slots: null as number | null,
    values: null,
    seen,
  };
}

function decrypted(a: Operand, values: readonly number[], seen: Seen): MadeStep {
  return { ...computed('decrypt', a, null), values, seen, ciphertext: null, scale: null };
}

function made(step: Omit<MadeStep, 'ciphertext' | 'scale'>, text: string, scale: number | null = null): MadeStep {
  const known = knownOf(text);
  if (known === null) throw new TypeError('a ciphertext came back in another form');
  return { ...step, ciphertext: { text, known }, scale };
}

function taken<T>(answered: Answered<T>): T {
  if (!answered.ok) throw new WorkerRefusal(answered.reason);
  return answered.value;
}

function present(key: string | null | undefined): string {
  if (key === null || key === undefined) throw new WorkerRefusal('not-held');
  return key;
}
