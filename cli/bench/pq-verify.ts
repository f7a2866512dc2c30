/**
 * Measures pq-verify as a whole process. Prints JSON lines:
 * `process`: one artifact beside `node -e 0` and the verification alone, medians in milliseconds, on each Node given.
 * `folder`: 500 artifacts with one thread and with two, in turn, best of several runs, and the ratio of their throughputs.
 */
import { spawnSync } from 'node:child_process';
import nodeCrypto from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, pinKeySet } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { PRODUCT } from '@touchstone/core/version.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../dist/pq-verify.mjs', import.meta.url));
const ARTIFACT = path.join(EXAMPLES, 'verified.pqv.json');
const KEYS = path.join(EXAMPLES, 'keys/demo-office.pqkeys.json');
const PROCESS_RUNS = 15;
const FOLDER_RUNS = 4;
const FILES = 500;

function wallMs(node: string, args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(node, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The first verification of a fresh process costs more than a warm one; both are given. */
async function verificationMs(): Promise<{ first: number; warm: number }> {
  const keySet = parseKeySet(readFileSync(KEYS));
  if (!keySet.ok) throw new Error(keySet.message);
  const trust = pinKeySet(EMPTY_TRUST_STORE, keySet.keySet, { at: 0, by: 'bench', source: KEYS });
  if (!trust.ok) throw new Error(trust.message);
  const verifier = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
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
    print({
      bench: 'process',
      node: version,
      node_e_0_ms: emptyMs,
      pq_verify_ms: wholeMs,
      least_node_e_0_ms: Math.min(...empty),
      least_pq_verify_ms: Math.min(...whole),
      verification_first_ms: first,
      verification_warm_ms: warm,
      ratio_to_empty_plus_first: wholeMs / (emptyMs + first),
    });
  }
}

function benchFolder(node: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-bench-'));
  try {
    mkdirSync(path.join(folder, 'files'));
    for (let file = 0; file < FILES; file++) cpSync(ARTIFACT, path.join(folder, 'files', `${file}.pqv.json`));
    const times: Record<1 | 2, number[]> = { 1: [], 2: [] };
    for (let run = 0; run < FOLDER_RUNS; run++) {
      for (const jobs of [1, 2] as const) {
        times[jobs].push(
          wallMs(node, [BUNDLE, 'artifact', path.join(folder, 'files'), '--keys', KEYS, '--jobs', String(jobs)]),
        );
      }
    }
    const [one, two] = [Math.min(...times[1]), Math.min(...times[2])];
    print({ bench: 'folder', files: FILES, one_thread_ms: one, two_threads_ms: two, ratio: one / two });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(line: object): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value);
  console.log(JSON.stringify(line, rounded));
}

if (!existsSync(BUNDLE)) throw new Error('run `npm run build` first');
await benchProcess([process.execPath, ...process.argv.slice(2)]);
benchFolder(process.execPath);
