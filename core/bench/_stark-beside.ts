/**
 * STARK proofs of this checkout beside those of another, in turns: `node core/bench/_stark-beside.ts FOLDER [--noble]` prints one
 * JSON line for each ratio of CPU times, above 1 where this checkout is faster. The same randomness has to give the same proof.
 * Each checkout has a thread, and so an engine, of its own; one works at a time. Hashes are Node's, or noble's.
 */
import * as nodeCrypto from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ProveOptions } from '../src/stark/prove.ts';
import { seededRandom } from '../test/stark/random.ts';
import { print } from './_measure.ts';
import { SUBJECT_NAMES, type Subject, subjectOf } from './_stark-subjects.ts';

const TURNS = 25;
/** Calls of one turn. */
const VERIFICATIONS = 10;

/** What is proven and verified from now on. It is sent once, as the graph of its constraints is made once. */
type Proven = Pick<Subject, 'instance' | 'publicBytes' | 'trace'>;

interface Order {
  readonly profile: ProveOptions['profile'];
  /** Of the randomness of a proof, or a proof that is to be verified. */
  readonly given: number | Uint8Array;
}

interface Done {
  readonly cpuMs: number;
  readonly proof: Uint8Array | null;
}

/** A thread's side: does what it is told by the code in a folder. */
async function serve(folder: string): Promise<void> {
  const of = (file: string) => import(path.join(folder, 'core/src', file));
  if (!process.argv.includes('--noble')) {
    const [{ chooseHashes }, { nodeHashes }] = [await of('hash.ts'), await of('node-hash.ts')];
    chooseHashes(nodeHashes(nodeCrypto));
  }
  // A checkout from before that kernel has none.
  const { loadSha256Many } = await of('hashing/sha256-many.ts').catch(() => ({}));
  await loadSha256Many?.();
  const [{ prove }, { verify }] = [await of('stark/prove.ts'), await of('stark/verify.ts')];
  let proven: Proven;
  parentPort?.on('message', (message: Order | Proven) => {
    if ('instance' in message) {
      proven = message;
      return;
    }
    const { instance, publicBytes, trace } = proven;
    const { profile, given } = message;
    const start = process.cpuUsage();
    let proof: Uint8Array | null = null;
    if (typeof given === 'number') {
      proof = prove(instance, publicBytes, trace, { random: seededRandom(given), profile });
    } else {
      for (let i = 0; i < VERIFICATIONS; i++) {
        if (!verify(instance, publicBytes, given, { accept: [profile] }).ok) throw new Error('a proof was refused');
      }
    }
    const { user, system } = process.cpuUsage(start);
    parentPort?.postMessage({ cpuMs: (user + system) / 1000, proof });
  });
}

async function done(thread: Worker, order: Order): Promise<Done> {
  thread.postMessage(order);
  const [answer] = await once(thread, 'message');
  return answer;
}

/** How many times as long as the first thread the second one takes, both in the turn where least disturbed them. */
async function ratioOf(threads: readonly [Worker, Worker], order: Order): Promise<number> {
  const [owns, others]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    const [own, other] = [await done(threads[0], order), await done(threads[1], order)];
    if (own.proof !== null && Buffer.compare(own.proof, other.proof ?? new Uint8Array(0)) !== 0)
      throw new Error('other bytes for the same randomness');
    owns.push(own.cpuMs);
    others.push(other.cpuMs);
  }
  return Math.min(...others) / Math.min(...owns);
}

async function compare(folders: readonly [string, string]): Promise<void> {
  const start = (folder: string) =>
    new Worker(new URL(import.meta.url), { workerData: folder, argv: process.argv.slice(2) });
  const threads = [start(folders[0]), start(folders[1])] as const;
  for (const name of SUBJECT_NAMES) {
    const { instance, publicBytes, trace } = subjectOf(name);
    for (const thread of threads) thread.postMessage({ instance, publicBytes, trace });
    for (const profile of ['STANDARD', 'STRONG'] as const) {
      const { proof } = await done(threads[0], { profile, given: 0 });
      if (proof === null) throw new Error('no proof');
      for (const [what, given] of [
        ['prove', 0],
        ['verify', proof],
      ] as const) {
        const value = await ratioOf(threads, { profile, given });
        print({ name: `${what} ${name} ${profile}, beside the other checkout`, value, unit: 'x' });
      }
    }
  }
  await Promise.all(threads.map((thread) => thread.terminate()));
}

if (isMainThread) await compare([path.resolve(import.meta.dirname, '../..'), path.resolve(process.argv[2] ?? '')]);
else await serve(workerData);
