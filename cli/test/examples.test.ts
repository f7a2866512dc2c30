import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { describe, expect, it } from 'vitest';
import type { Example } from '../scripts/example-list.ts';
import { EXAMPLES } from '../scripts/example-list.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

type Entry = Omit<Example, 'name'> & { readonly file: string };

const INDEX = JSON.parse(readFileSync(path.join(EXAMPLE_FOLDER, 'index.json'), 'utf8')) as readonly Entry[];

function verify({ file, keys = [], data_dir }: Entry): {
  readonly status: number | null;
  readonly report: VerificationReport;
} {
  const args = ['artifact', '--file', file, '--json', '--data-dir', data_dir ?? 'keys'];
  const { status, stdout } = spawnSync(
    programs().node,
    [programs().pqVerify, ...args, ...(keys.length > 0 ? ['--keys', ...keys] : [])],
    {
      cwd: EXAMPLE_FOLDER,
      encoding: 'utf8',
    },
  );
  return { status, report: JSON.parse(stdout) as VerificationReport };
}

describe('examples', () => {
  it('has an index that is not stale and names every artifact', () => {
    expect(INDEX).toEqual(EXAMPLES.map(({ name, ...entry }) => ({ file: `${name}.pqv.json`, ...entry })));
    const files = readdirSync(EXAMPLE_FOLDER).filter((name) => name.endsWith('.pqv.json'));
    expect(files.sort()).toEqual(INDEX.map(({ file }) => file).sort());
  });

  it('holds no secret keys', () => {
    for (const name of readdirSync(EXAMPLE_FOLDER, { recursive: true, encoding: 'utf8' })) {
      expect(name).not.toMatch(/pqsecret/);
    }
  });

  it.each(INDEX)('$file is what it should be', (entry) => {
    const { status, report } = verify(entry);
    const { expected } = entry;
    const failing = report.checks.filter((check) => check.status === 'failed').map(({ id }) => id);
    const slots = ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'].map((slot) => report.signatures[slot]?.status);
    expect({
      outcome: report.outcome,
      ...(report.code === undefined ? {} : { code: report.code }),
      exit_code: report.exit_code,
      failing_checks: failing,
      signatures: slots,
      claimed_verdict: report.claimed_verdict,
      summary_bound: report.summary_bound,
    }).toEqual(expected);
    expect(status).toBe(expected.exit_code);
  });

  it('is not VERIFIED without the key sets', () => {
    for (const entry of INDEX.filter(({ expected }) => expected.outcome === 'VERIFIED')) {
      const { keys: _, ...untrusting } = entry;
      expect(verify(untrusting).report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    }
  });
});
