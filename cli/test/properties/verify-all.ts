/** The program that people run, over many files at once. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentReport, VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { expect } from 'vitest';
import { programs } from '../programs.ts';

export interface Run {
  readonly node: string;
  /** The command of pq-verify. */
  readonly kind: string;
  readonly extension: string;
  /** Files of key sets. */
  readonly keys: readonly string[];
}

/** The reports of one run of pq-verify over a folder of such files, in their order. */
export function verifyAll(
  { node, kind, extension, keys }: Run,
  files: readonly Uint8Array[],
): readonly (VerificationReport | AgentReport)[] {
  const run = mkdtempSync(path.join(tmpdir(), 'touchstone-run-'));
  const inputs = path.join(run, 'in');
  mkdirSync(inputs);
  for (const [at, bytes] of files.entries()) {
    writeFileSync(path.join(inputs, `${String(at).padStart(6, '0')}${extension}`), bytes);
  }
  const output = path.join(run, 'reports.json');
  const reports = openSync(output, 'w');
  const args = [kind, ...keys.flatMap((name) => ['--keys', name]), '--data-dir', run, '--jobs', '2', '--json', inputs];
  const { status, stderr } = spawnSync(node, [programs().pqVerify, ...args], {
    stdio: ['ignore', reports, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(reports);
  expect({ status: status === null || status > 3 ? status : 'ended', stderr }).toEqual({ status: 'ended', stderr: '' });
  const { results } = JSON.parse(readFileSync(output, 'utf8')) as {
    readonly results: (VerificationReport | AgentReport)[];
  };
  expect(results.length).toBe(files.length);
  rmSync(run, { recursive: true });
  return results;
}
