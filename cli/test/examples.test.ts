import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { describe, expect, it } from 'vitest';
import { exampleIndex } from '../scripts/example-index.ts';
import type { Example } from '../scripts/example-list.ts';
import { EXAMPLES, RECEIPT_EXAMPLES, RECEIPT_KEY_SET, RECEIPT_PAYLOAD } from '../scripts/example-list.ts';
import { documentIn } from './documents.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

type Entry = Omit<Example, 'name'> & { readonly file: string };

const WHOLE_INDEX: unknown = JSON.parse(readFileSync(path.join(EXAMPLE_FOLDER, 'index.json'), 'utf8'));
const INDEX = (WHOLE_INDEX as readonly Entry[]).filter(({ file }) => file.endsWith('.pqv.json'));

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
  return { status, report: documentIn('verification', stdout) as VerificationReport };
}

describe('examples', () => {
  it('has an index that is not stale and names every artifact', () => {
    expect(WHOLE_INDEX).toEqual(exampleIndex());
    expect(INDEX.map(({ file }) => file)).toEqual(EXAMPLES.map(({ name }) => `${name}.pqv.json`));
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

describe('receipts among the examples', () => {
  const FOLDER = path.join(EXAMPLE_FOLDER, 'receipts');

  function verifyReceipt(name: string, ...options: string[]) {
    const args = ['receipt', '--file', `${name}.pqr.json`, '--json', '--data-dir', '.', ...options];
    const { status, stdout } = spawnSync(programs().node, [programs().pqVerify, ...args], {
      cwd: FOLDER,
      encoding: 'utf8',
    });
    return { status, report: documentIn('verification', stdout) as VerificationReport };
  }

  it('are all listed', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.pqr.json'));
    expect(files.sort()).toEqual(RECEIPT_EXAMPLES.map(({ name }) => `${name}.pqr.json`).sort());
  });

  it.each(RECEIPT_EXAMPLES)('$name is what it should be', ({ name, expected }) => {
    const { status, report } = verifyReceipt(name, '--keys', RECEIPT_KEY_SET, '--data', RECEIPT_PAYLOAD);
    const slots = ['ml_dsa_65', 'falcon_512', 'slh_dsa_sha2_128f'].map((slot) => report.signatures[slot]?.status);
    expect({
      outcome: report.outcome,
      ...(report.code === undefined ? {} : { code: report.code }),
      exit_code: report.exit_code,
      failing_checks: report.checks.filter((check) => check.status === 'failed').map(({ id }) => id),
      signatures: slots,
    }).toEqual(expected);
    expect(status).toBe(expected.exit_code);
    expect(report.demo).toBe(expected.outcome !== 'PENDING');
  });

  it('are not VERIFIED without the key set, nor with another payload', () => {
    expect(verifyReceipt('verified').report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    const other = verifyReceipt('verified', '--keys', RECEIPT_KEY_SET, '--data', RECEIPT_KEY_SET);
    expect(other.report).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
  });
});
