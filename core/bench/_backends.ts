/** What every backend does of every algorithm, in turns: calls per second. Runs in Node of any version and in a page's worker. */
import { KEM_ALGORITHMS, type KemBackend } from '../src/kem/backend.ts';
import { nobleKem } from '../src/kem/ml-kem.ts';
import { systemRandom } from '../src/random.ts';
import type { SignatureBackend } from '../src/sign/backend.ts';
import { SIGNATURE_ALGORITHMS } from '../src/sign/family.ts';
import { checkKnownAnswer } from '../src/sign/known-answer.ts';
import { signatureLengths } from '../src/sign/lengths.ts';
import { nobleBackend } from '../src/sign/noble-backend.ts';

export interface Rate {
  readonly algorithm: string;
  readonly operation: string;
  readonly backend: string;
  /** Calls per second of the clock. */
  readonly rate: number;
}

export interface Subjects {
  readonly signatures: readonly SignatureBackend[];
  readonly kems: readonly KemBackend[];
  /** Milliseconds: of CPU time where the platform tells it. */
  readonly clock: () => number;
  /** Parts of the names of algorithms; all where empty. */
  readonly only: readonly string[];
}

const TURNS = 5;
const TURN_MS = 60;
const WARM_UP_MS = 250;
/** What takes longer is measured once. */
const SLOW_MS = 300;

type Call = () => Promise<unknown>;

/** The rate of each call, the median of its turns; nothing of a backend that has no such operation. */
async function inTurns(
  calls: readonly (readonly [string, Call])[],
  clock: () => number,
): Promise<readonly (readonly [string, number])[]> {
  const timed = async (call: Call, count: number) => {
    const start = clock();
    for (let i = 0; i < count; i++) await call();
    return (clock() - start) / count;
  };
  const subjects: { name: string; call: Call; count: number; times: number[] }[] = [];
  for (const [name, call] of calls) {
    try {
      if ((await call()) === null) continue;
    } catch {
      continue;
    }
    const first = await timed(call, 1);
    if (first > SLOW_MS) {
      subjects.push({ name, call, count: 0, times: [first] });
      continue;
    }
    const end = performance.now() + WARM_UP_MS;
    while (performance.now() < end) await call();
    const count = Math.max(1, Math.ceil(TURN_MS / (await timed(call, 3))));
    subjects.push({ name, call, count, times: [] });
  }
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { call, count, times } of subjects) if (count > 0) times.push(await timed(call, count));
  }
  return subjects.map(({ name, times }) => [
    name,
    1000 / (times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN),
  ]);
}

/** Secret keys are copies: a worker thread is sent new ones with each job, and keeps none. */
export async function measureBackends({ signatures, kems, clock, only }: Subjects, onRate: (rate: Rate) => void) {
  const isAsked = (algorithm: string) => only.length === 0 || only.some((part) => algorithm.includes(part));
  const measure = async (algorithm: string, operation: string, calls: readonly (readonly [string, Call])[]) => {
    for (const [backend, rate] of await inTurns(calls, clock)) onRate({ algorithm, operation, backend, rate });
  };
  const message = systemRandom(48);

  for (const algorithm of SIGNATURE_ALGORITHMS.filter(isAsked)) {
    const able: SignatureBackend[] = [];
    for (const backend of signatures)
      if (backend.supports(algorithm) && (await checkKnownAnswer(backend, algorithm)) !== 'wrong') able.push(backend);
    const seed = systemRandom(signatureLengths(algorithm).seed);
    const [quickest] = able;
    const { publicKey, secretKey } =
      (await quickest?.generateKeyPair?.(algorithm, seed)) ?? (await nobleBackend.generateKeyPair(algorithm, seed));
    const each = (call: (backend: SignatureBackend) => Promise<unknown> | undefined) =>
      [...able, nobleBackend].map((backend) => [backend.name, async () => (await call(backend)) ?? null] as const);
    await measure(
      algorithm,
      'key pair',
      each((backend) => backend.generateKeyPair?.(algorithm, systemRandom(seed.length))),
    );
    let signature: Uint8Array | null | undefined = null;
    for (const backend of [...able, nobleBackend]) {
      signature ??= await backend.sign?.(algorithm, secretKey.slice(), message).catch(() => null);
    }
    if (!signature) throw new Error(`nobody signs ${algorithm}`);
    const made = signature;
    await measure(
      algorithm,
      'sign',
      each((backend) => backend.sign?.(algorithm, secretKey.slice(), message)),
    );
    await measure(
      algorithm,
      'verify',
      each((backend) => backend.verify?.(algorithm, publicKey, message, made)),
    );
  }

  for (const algorithm of KEM_ALGORITHMS.filter(isAsked)) {
    const seed = systemRandom(64);
    const publicKey = await nobleKem.publicKeyOf(algorithm, seed);
    const sent = await nobleKem.encapsulate(algorithm, publicKey);
    if (sent === null) throw new Error(`noble refuses its key of ${algorithm}`);
    const each = (call: (backend: KemBackend) => Promise<unknown>) =>
      [...kems, nobleKem].map((backend) => [backend.name, () => call(backend)] as const);
    await measure(
      algorithm,
      'key pair',
      each((backend) => backend.publicKeyOf(algorithm, systemRandom(64))),
    );
    await measure(
      algorithm,
      'encapsulate',
      each((backend) => backend.encapsulate(algorithm, publicKey.slice())),
    );
    await measure(
      algorithm,
      'decapsulate',
      each((backend) => backend.decapsulate(algorithm, seed.slice(), sent.ciphertext)),
    );
  }
}
