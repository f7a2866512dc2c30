/** Privacy proofs among the examples, through the verifier as an outsider uses it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { describe, expect, it } from 'vitest';
import { PROOF_EXAMPLES, PROOF_KEY_SET } from '../scripts/proof-example-list.ts';
import { documentIn } from './documents.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

const FOLDER = path.join(EXAMPLE_FOLDER, 'proofs');

function run(args: readonly string[], input = '') {
  const { status, stdout } = spawnSync(programs().node, [programs().pqVerify, ...args], {
    cwd: FOLDER,
    input,
    encoding: 'utf8',
  });
  return { status, stdout };
}

function verify(name: string, ...options: string[]) {
  const { status, stdout } = run(['proof', '--file', `${name}.pqp.json`, '--json', '--data-dir', '.', ...options]);
  return { status, report: documentIn('verification', stdout) as AgentReport };
}

describe('privacy proofs among the examples', () => {
  it('are all listed', () => {
    const files = PROOF_EXAMPLES.map(({ name }) => `${name}.pqp.json`);
    expect(readdirSync(FOLDER).sort()).toEqual(['README.md', PROOF_KEY_SET, ...files].sort());
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    for (const file of files) expect(readme).toContain(`(${file})`);
  });

  it.each(PROOF_EXAMPLES)('$name is what it should be', ({ name, expected }) => {
    const { status, report } = verify(name, '--keys', PROOF_KEY_SET);
    const { outcome, code, exit_code, checks } = report;
    expect({
      outcome,
      ...(code === undefined ? {} : { code }),
      exit_code,
      failing_checks: checks.filter((check) => check.status === 'failed').map(({ id }) => id),
    }).toEqual(expected);
    expect([status, report.demo]).toEqual([expected.exit_code, true]);
  });

  it('S14: are inconclusive without the key set', () => {
    const { status, report } = verify('age');
    expect([status, report.outcome, report.code]).toEqual([3, 'PENDING', 'SIGNER_NOT_TRUSTED']);
  });

  it('are recognised without their name, and say how strong they are and what was not checked', () => {
    const { status, stdout } = run(['--keys', PROOF_KEY_SET, '--data-dir', '.', 'age.pqp.json']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Verified {2}age\.pqp\.json\n/);
    expect(stdout).toContain('106 proven bits (profile STANDARD: 48 queries');
    expect(stdout).toMatch(
      /Not checked: .*that the value is true, that the holder is the person meant, anchor, independent time, outside audit$/m,
    );
    expect(stdout).toContain('minimum_age 18');
  });

  it('of a saved answer, what stands beside the record is named without a doubt about the signed expiry', () => {
    const file = JSON.parse(readFileSync(path.join(FOLDER, 'age.pqp.json'), 'utf8'));
    const answer = JSON.stringify({ ...file, expires_at: file.record.expires_at, cache_key: '00000000' });
    const { status, stdout } = run(['--keys', PROOF_KEY_SET, '--data-dir', '.', '-'], answer);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Not covered: +expires_at, cache_key \(beside the signed record; they count for nothing\)$/m,
    );
    expect(stdout).not.toContain('Not signed');
  });

  it('are named by the command of another kind', () => {
    const { status, stdout } = run(['receipt', '--data-dir', '.', 'age.pqp.json']);
    expect(status).toBe(2);
    expect(stdout).toContain('This is a privacy proof: use pq-verify proof.');
  });
});
