/** Code grades among the examples, through the verifier as an outsider uses it, and graded again. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { describe, expect, it } from 'vitest';
import { GRADE_EXAMPLES, GRADE_KEY_SETS, GRADED_FOLDER, GRADED_PROJECT } from '../scripts/grade-example-list.ts';
import { documentIn } from './documents.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

const FOLDER = path.join(EXAMPLE_FOLDER, 'grades');
const KEYS = GRADE_KEY_SETS.flatMap((name) => ['--keys', name]);

function run(program: 'pqVerify' | 'touchstone', ...args: string[]) {
  const { node, [program]: file } = programs();
  const { status, stdout } = spawnSync(node, [file, ...args], { cwd: FOLDER, encoding: 'utf8' });
  return { status, stdout };
}

function verify(name: string, ...options: string[]) {
  const { status, stdout } = run('pqVerify', 'grade', '--json', '--data-dir', '.', ...options, `${name}.pqgrade.json`);
  return { status, report: documentIn('verification', stdout) as AgentReport };
}

describe('code grades among the examples', () => {
  it('are all listed', () => {
    const files = GRADE_EXAMPLES.map(({ name }) => `${name}.pqgrade.json`);
    expect(readdirSync(FOLDER).sort()).toEqual(['README.md', ...GRADE_KEY_SETS, ...files].sort());
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    for (const file of files) expect(readme).toContain(`(${file})`);
  });

  it.each(GRADE_EXAMPLES)('$name is what it should be', ({ name, expected }) => {
    const { status, report } = verify(name, ...KEYS);
    const { outcome, code, exit_code, checks } = report;
    const failing = checks.filter((check) => check.status === 'failed').map(({ id }) => id);
    expect({
      outcome,
      ...(code === undefined ? {} : { code }),
      exit_code,
      failing_checks: failing.filter((id) => !id.startsWith('signature.')),
    }).toEqual(expected);
    expect([status, report.demo]).toEqual([expected.exit_code, expected.exit_code === 0 || report.demo]);
  });

  it('S17: are inconclusive without the signer, and a record without the service', () => {
    expect(verify('verified').report.code).toBe('SIGNER_NOT_TRUSTED');
    for (const name of GRADE_KEY_SETS) {
      expect(verify('recorded', '--keys', name).report).toMatchObject({ exit_code: 3, code: 'SIGNER_NOT_TRUSTED' });
    }
  });

  it('are recognised without their name, and say that the scores are self-reported', () => {
    for (const name of ['verified', 'recorded']) {
      const { status, stdout } = run('pqVerify', '--data-dir', '.', ...KEYS, `${name}.pqgrade.json`);
      expect(status).toBe(0);
      expect(stdout).toContain('106 proven bits (profile STANDARD: 48 queries');
      expect(stdout).toMatch(/^Not checked: .*that the scores come from the code/m);
    }
  });

  it('12.34: the scripts that were graded have the same grade still', () => {
    const args = ['--unsigned', '--json', '--project', GRADED_PROJECT, path.join('..', GRADED_FOLDER)];
    const again = documentIn('commands/grade-unsigned', run('touchstone', 'grade', ...args).stdout);
    const { score, grade, dimensions, project, file_root, files, losses } = JSON.parse(
      readFileSync(path.join(FOLDER, 'verified.pqgrade.json'), 'utf8'),
    );
    expect(again).toEqual({ score, grade, dimensions, project, file_root, files, signature: null, losses });
  });
});
