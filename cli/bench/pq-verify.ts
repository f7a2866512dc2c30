/**
 * Measures pq-verify as a whole process, beside `node -e 0` and the verification alone, on this Node and on those given as
 * arguments; and folders of 500 and 2,000 artifacts by one worker and by two, beside two processes that share no thing.
 *
 * One worker is measured twice: free, where its runtime compiles and collects on the second core, and held to one core
 * where a command can be (`taskset` is Linux's).
 */
import { spawn, spawnSync } from 'node:child_process';
import nodeCrypto from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { PRODUCT } from '@touchstone/core/version.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../dist/pq-verify.mjs', import.meta.url));
const ARTIFACT = path.join(EXAMPLES, 'verified.pqv.json');
const KEYS = path.join(EXAMPLES, 'keys/demo-office.pqkeys.json');
const PROCESS_RUNS = 25;
/** The least time of many runs counts: a shared machine adds to a time, and never takes from it. */
const FOLDER_RUNS = 32;
const LARGE_FOLDER_RUNS = 3;

function wallMs(node: string, args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(node, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * The first verification of a process costs more than a warm one; both are given. Loading the code and the known-answer
 * checks are no part of it.
 */
async function verificationMs(): Promise<{ first: number; warm: number }> {
  const keySet = parseKeySet(readFileSync(KEYS));
  if (!keySet.ok) throw new Error(keySet.message);
  const trust = pinKeySet(EMPTY_TRUST_STORE, keySet.keySet, { at: 0, by: 'bench', source: KEYS });
  if (!trust.ok) throw new Error(trust.message);
  const verifier = createSignatureProvider([nodeBackend(nodeCrypto), liboqsBackend(systemRandom)], systemRandom);
  for (const algorithm of ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'] as const) {
    await verifier.backendFor(algorithm);
  }
  const bytes = readFileSync(ARTIFACT);
  const times: number[] = [];
  for (let run = 0; run < 200; run++) {
    const start = performance.now();
    const options = { fileName: ARTIFACT, trust: trust.store, verifier, now: Date.now(), product: PRODUCT };
    const { report } = await verifyArtifact(bytes, options);
    if (report.outcome !== 'VERIFIED') throw new Error(report.sentence);
    times.push(performance.now() - start);
  }
  return { first: times[0] ?? Number.NaN, warm: median(times.slice(100)) };
}

async function benchProcess(nodes: readonly string[]): Promise<void> {
  const { first, warm } = await verificationMs();
  for (const node of nodes) {
    const empty: number[] = [];
    const whole: number[] = [];
    for (let run = 0; run < PROCESS_RUNS; run++) {
      empty.push(wallMs(node, ['-e', '0']));
      whole.push(wallMs(node, [BUNDLE, 'artifact', '--file', ARTIFACT, '--keys', KEYS]));
    }
    const version = spawnSync(node, ['-p', 'process.version'], { encoding: 'utf8' }).stdout.trim();
    const [emptyMs, wholeMs] = [median(empty), median(whole)];
    print({ name: `one artifact, whole process, Node ${version}`, value: wholeMs, unit: 'ms', limit: 600 });
    print({ name: `node -e 0, Node ${version}`, value: emptyMs, unit: 'ms' });
    const bound = 2.5 * emptyMs + first;
    print({
      name: `whole process beside 2.5 x (node -e 0) + verification, Node ${version}`,
      value: wholeMs / bound,
      unit: 'x',
      limit: 1,
    });
  }
  print({ name: 'first verification of a process', value: first, unit: 'ms' });
  print({ name: 'warm verification, whole file', value: warm, unit: 'ms' });
}

/** Both commands at once, until both have ended. */
async function bothMs(node: string, commands: readonly (readonly string[])[]): Promise<number> {
  const start = performance.now();
  await Promise.all(
    commands.map(
      (args) =>
        new Promise<void>((resolve, reject) => {
          spawn(node, args, { stdio: 'ignore' }).on('close', (code) =>
            code === 0 ? resolve() : reject(new Error(`ended with ${code}`)),
          );
        }),
    ),
  );
  return performance.now() - start;
}

/** Whether `taskset` holds a command to one core here. */
function canHold(node: string): boolean {
  return spawnSync('taskset', ['--cpu-list', '0', node, '-e', '0']).status === 0;
}

/** `least` is the ratio that two workers must reach beside one. */
async function benchFolder(node: string, files: number, runs: number, least?: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-bench-'));
  try {
    const halves = ['a', 'b'].map((half) => path.join(folder, half));
    for (const half of halves) {
      mkdirSync(half);
      for (let file = 0; file < files / 2; file++) cpSync(ARTIFACT, path.join(half, `${file}.pqv.json`));
    }
    const command = (where: readonly string[], jobs: number) => [
      BUNDLE,
      'artifact',
      '--keys',
      KEYS,
      '--jobs',
      String(jobs),
      ...where,
    ];
    const isHeld = canHold(node);
    const [held, one, two, apart]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let run = 0; run < runs; run++) {
      if (isHeld) held.push(wallMs('taskset', ['--cpu-list', '0', node, ...command(halves, 1)]));
      one.push(wallMs(node, command(halves, 1)));
      two.push(wallMs(node, command(halves, 2)));
      apart.push(
        await bothMs(
          node,
          halves.map((half) => command([half], 1)),
        ),
      );
    }
    const twoMs = Math.min(...two);
    const ways: [name: string, runs: readonly number[]][] = [
      ['one worker', one],
      ['two workers', two],
      ['two separate processes', apart],
    ];
    if (isHeld) ways.unshift(['one worker on one core', held]);
    for (const [name, times] of ways) {
      const ms = Math.min(...times);
      print({ name: `${files} artifacts, ${name}`, value: ms, unit: 'ms' });
      print({ name: `${files} artifacts, ${name}`, value: (1000 * files) / ms, unit: 'files/s' });
    }
    print({
      name: `${files} artifacts, two workers beside one`,
      value: Math.min(...one) / twoMs,
      unit: 'x',
      ...(least === undefined ? {} : { least }),
    });
    if (isHeld) {
      const value = Math.min(...held) / twoMs;
      print({ name: `${files} artifacts, two workers on two cores beside one on one`, value, unit: 'x' });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(line: { name: string; value: number; unit: string; limit?: number; least?: number }): void {
  console.log(JSON.stringify({ ...line, value: Number(line.value.toPrecision(4)) }));
}

if (!existsSync(BUNDLE)) throw new Error('run `npm run build` first');
await benchProcess([process.execPath, ...process.argv.slice(2)]);
await benchFolder(process.execPath, 500, FOLDER_RUNS, 1.7);
await benchFolder(process.execPath, 2_000, LARGE_FOLDER_RUNS);
