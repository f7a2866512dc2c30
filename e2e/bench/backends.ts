/**
 * What every backend does of every algorithm on this Node, on an old one and in a worker of Chromium: `node e2e/bench/backends.ts
 * [--all] [PART OF A NAME]...` prints one JSON line per figure, which stand in ADR 0033. Rates are of CPU time in Node and of the clock
 * in Chromium. OLD_NODE names the old Node; without it that part is left out. Algorithms of which noble takes seconds a call are left
 * out without `--all`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Rate } from '../../core/bench/_backends.ts';
import { report } from './_frames.ts';
import { bundled, withWorker } from './_worker-page.ts';

const QUICK = ['Ed25519', 'ML-', '128f', 'FALCON'];

const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const only = parts.length > 0 ? parts : process.argv.includes('--all') ? [''] : QUICK;

function print(where: string, { algorithm, operation, backend, rate }: Rate): void {
  report(`${where}, ${algorithm} ${operation}, ${backend}`, rate, 'per second');
}

async function onNode(where: string, program: string, file: string): Promise<void> {
  const child = spawn(program, [file, ...only], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) print(where, JSON.parse(line) as Rate);
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-backends-'));
try {
  const file = join(folder, 'backends.mjs');
  writeFileSync(file, await bundled('_backends-node.ts', 'node'));
  await onNode('this Node', process.execPath, file);
  const old = process.env.OLD_NODE;
  if (old !== undefined) await onNode('old Node', old, file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
await withWorker<readonly string[], readonly Rate[]>('_backends-worker.ts', async (ask) => {
  // One after the other, so that what is known is printed.
  for (const part of only) for (const rate of await ask([part])) print('Chromium', rate);
});
