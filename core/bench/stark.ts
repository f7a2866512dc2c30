/**
 * STARK proofs: `node core/bench/stark.ts` prints one JSON line per measurement. The statements are those of
 * `_stark-subjects.ts`: three of the product, and a wider one of 48 columns of degree four. Hashes are those of the kernel, as in
 * the server's workers, beside a call of node:crypto for each. Times are CPU time of the process, so that neighbours on a loaded
 * machine drop out. A proof stands beside what its hashes and multiplications alone take, one by one: their numbers, which a
 * test asserts, times the time of one.
 */
import { spawnSync } from 'node:child_process';
import * as nodeCrypto from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseHashes } from '../src/hash.ts';
import { useSha256Many } from '../src/hashing/sha256-many.ts';
import { createSha256Many } from '../src/kernels/sha256-many.ts';
import { nodeHashes } from '../src/node-hash.ts';
import { systemRandom } from '../src/random.ts';
import { decodeProof, type Proof } from '../src/stark/codec.ts';
import { multiply } from '../src/stark/field.ts';
import { prove } from '../src/stark/prove.ts';
import { verify } from '../src/stark/verify.ts';
import { shapeFor } from '../test/stark/forge.ts';
import { ONE_BY_ONE } from './_one-by-one.ts';
import { hashesOf, multiplicationsOf } from './_stark-operations.ts';
import { type Given, SUBJECT_NAMES, statedBy, subjectOf } from './_stark-subjects.ts';

const PROVE_MS = 150;
const VERIFY_WARM_MS = 10;
const VERIFY_FIRST_MS = 60;
const PROOF_BYTES = 64 * 1024;
const RATIO = 1.6;
const RUNS = 15;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function timed<T>(run: () => T): { readonly ms: number; readonly result: T } {
  const start = cpuMs();
  const result = run();
  return { ms: cpuMs() - start, result };
}

/** Milliseconds of one call, the least of some rounds: what the work takes where nothing disturbs it. */
function bare(count: number, run: () => void): number {
  return Math.min(...Array.from({ length: 7 }, () => timed(run).ms)) / count;
}

const bareHashes = new Map<number, number>();

function bareHashMs(bytes: number): number {
  const known = bareHashes.get(bytes);
  if (known !== undefined) return known;
  const message = systemRandom(bytes);
  const ms = bare(20_000, () => {
    for (let i = 0; i < 20_000; i++) ONE_BY_ONE.node(message);
  });
  bareHashes.set(bytes, ms);
  return ms;
}

/** Elements in and out of memory, as the prover's are. */
function bareMultiplicationMs(): number {
  const [a, b, target] = [1, 2, 3].map((seed) => Uint32Array.from({ length: 1024 }, (_, i) => seed * 600_000_000 + i));
  if (a === undefined || b === undefined || target === undefined) throw new Error('three arrays');
  return bare(2_048_000, () => {
    for (let round = 0; round < 2000; round++) {
      for (let i = 0; i < 1024; i++) target[i] = multiply(a[i] as number, b[i] as number);
    }
  });
}

function print(name: string, value: number, unit: string, limit?: number): void {
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit, limit }));
}

/** Of a process that begins with it, several times. */
function firstVerificationMs(given: Given, proof: Uint8Array): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-bench-'));
  const file = path.join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify({ given, proof: Buffer.from(proof).toString('base64') }));
  const script = path.join(import.meta.dirname, '_stark-first.ts');
  const runs = Array.from({ length: 7 }, () => {
    const { status, stdout } = spawnSync(process.execPath, [script, file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error('the first verification failed');
    return Number(stdout);
  });
  rmSync(folder, { recursive: true });
  return median(runs);
}

const native = nodeHashes(nodeCrypto);
const { sha2: served } = chooseHashes(native);
const kernel = await createSha256Many();

/** Has the kernel hash, or one call of node:crypto after the other, as before there was one. */
async function hashByKernel(isKernel: boolean): Promise<void> {
  chooseHashes(isKernel ? native : { ...native, sha256: ONE_BY_ONE.node });
  await useSha256Many(async () => (isKernel ? kernel : null));
}

const multiplication = bareMultiplicationMs();
print('multiplication', multiplication * 1e6, 'ns');

for (const one of SUBJECT_NAMES) {
  const { name, given, instance, publicBytes, trace } = subjectOf(one);
  const make = () => prove(instance, publicBytes, trace, { random: systemRandom, profile: 'STANDARD' });
  const shape = shapeFor(instance);
  const runs: ReturnType<typeof timed<Uint8Array>>[] = [];
  const before: number[] = [];
  for (let i = 0; i < RUNS + 5; i++) {
    await hashByKernel(false);
    before.push(timed(make).ms);
    await hashByKernel(true);
    runs.push(timed(make));
  }
  runs.splice(0, 5);
  const ratios = runs.map(({ ms, result }) => {
    const { nonce } = decodeProof(result, shape) as Proof;
    const hashing = hashesOf(shape, nonce).reduce((sum, { bytes, count }) => sum + count * bareHashMs(bytes), 0);
    return ms / (hashing + multiplicationsOf(instance, shape) * multiplication);
  });
  print(`prove ${name}, ${served}`, median(runs.map(({ ms }) => ms)), 'ms', PROVE_MS);
  print(`prove ${name}, beside hashing one by one`, median(before) / median(runs.map(({ ms }) => ms)), 'x');
  print(`prove ${name} beside its hashes and multiplications`, median(ratios), 'x', RATIO);
  print(`proof of ${name}`, Math.max(...runs.map(({ result }) => result.length)), 'bytes', PROOF_BYTES);
  const proof = make();
  const judge = () => {
    const stated = statedBy(given);
    return verify(stated.instance, stated.publicBytes, proof, { accept: ['STANDARD'] });
  };
  const verdicts = Array.from({ length: 3 * RUNS }, () => timed(judge));
  await hashByKernel(false);
  const asBefore = Array.from({ length: 2 * RUNS }, () => timed(judge).ms);
  await hashByKernel(true);
  const warm = median(verdicts.slice(RUNS).map(({ ms }) => ms));
  print(`verify ${name}, beside hashing one by one`, median(asBefore) / warm, 'x');
  if (!verdicts.every(({ result }) => result.ok)) throw new Error('a proof was refused');
  print(`verify ${name}, warm`, warm, 'ms', VERIFY_WARM_MS);
  print(`verify ${name}, first in a process`, firstVerificationMs(given, proof), 'ms', VERIFY_FIRST_MS);
}
