/** Statements of a service among the examples, through the verifier as an outsider uses it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { describe, expect, it } from 'vitest';
import { STATEMENT_EXAMPLES, STATEMENT_KEY_SET } from '../scripts/statement-example-list.ts';
import { documentIn } from './documents.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

const FOLDER = path.join(EXAMPLE_FOLDER, 'statements');
const FILES = STATEMENT_EXAMPLES.map(({ name }) => `${name}.pqst.json`);

function verify(...args: readonly string[]) {
  const { status, stdout } = spawnSync(
    programs().node,
    [programs().pqVerify, 'statement', '--json', '--data-dir', '.', ...args],
    { cwd: FOLDER, encoding: 'utf8' },
  );
  return {
    status,
    results: (documentIn('verification', stdout) as { readonly results: readonly AgentReport[] }).results,
  };
}

describe('statements among the examples', () => {
  it('are all listed', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(['README.md', STATEMENT_KEY_SET, ...FILES].sort());
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    for (const file of FILES) expect(readme).toContain(`(${file})`);
  });

  it('are what they should be', () => {
    const { status, results } = verify('--keys', STATEMENT_KEY_SET, ...FILES);
    expect(status).toBe(1);
    // Of a signature that does not hold nobody says whose it is.
    expect(results.map(({ demo }) => demo)).toEqual(STATEMENT_EXAMPLES.map(({ expected }) => expected.exit_code === 0));
    const found = results.map(({ outcome, code, exit_code, checks }) => ({
      outcome,
      ...(code === undefined ? {} : { code }),
      exit_code,
      failing_checks: checks.filter((check) => check.status === 'failed').map(({ id }) => id),
    }));
    expect(found).toEqual(STATEMENT_EXAMPLES.map(({ expected }) => expected));
  });

  it('S17: are inconclusive without the key set', () => {
    const { status, results } = verify(...FILES);
    expect(status).toBe(1);
    for (const [at, { expected }] of STATEMENT_EXAMPLES.entries()) {
      if (expected.outcome === 'VERIFIED') expect(results[at]).toMatchObject({ code: 'SIGNER_NOT_TRUSTED' });
      else expect(results[at]?.outcome).not.toBe('VERIFIED');
    }
  });

  it('are recognised by their content, as the Verify page does it', () => {
    for (const file of FILES) {
      expect(recognise(readFileSync(path.join(FOLDER, file)))).toEqual({ kind: 'statement' });
    }
  });
});
