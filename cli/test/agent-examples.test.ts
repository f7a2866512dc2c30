/** Sessions, proofs and logs among the examples, through the verifier as an outsider uses it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { describe, expect, it } from 'vitest';
import { AGENT_EXAMPLES, type AgentExample, agentExampleFile, SERVICE_KEY_SET } from '../scripts/agent-example-list.ts';
import { documentIn } from './documents.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

const FOLDER = path.join(EXAMPLE_FOLDER, 'sessions');
/** What all files together may add to the desktop package. */
const MOST_BYTES = 1_500_000;

const ROWS = AGENT_EXAMPLES.map((example) => ({ ...example, file: agentExampleFile(example) }));

function verify({ kind, file }: Pick<AgentExample, 'kind'> & { readonly file: string }, ...options: string[]) {
  const args = [kind, '--file', file, '--json', '--data-dir', '.', ...options];
  const { status, stdout } = spawnSync(programs().node, [programs().pqVerify, ...args], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  return { status, report: documentIn('verification', stdout) as AgentReport };
}

/** The id that the place of a session's node, or of a log's head, has in the file. */
function idAt({ kind, file }: (typeof ROWS)[number], index: number): string | undefined {
  const contents = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
  return kind === 'log' ? String(contents.heads[index]?.tree_size) : contents.nodes[index]?.node.node_id;
}

describe('files of agents among the examples', () => {
  it('are all listed, few and small', () => {
    const files = readdirSync(FOLDER);
    expect(files.sort()).toEqual(['README.md', SERVICE_KEY_SET, ...ROWS.map(({ file }) => file)].sort());
    const bytes = files.reduce((sum, name) => sum + readFileSync(path.join(FOLDER, name)).length, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    for (const { file, expected } of ROWS) {
      const outcome = [expected.outcome, ...(expected.code === undefined ? [] : [expected.code])].join(', ');
      expect(readme).toMatch(new RegExp(`\\(${file}\\) \\|.*\\| ${outcome} \\(${expected.exit_code}\\) \\|`));
    }
  });

  it('come with a key set that is marked demo', () => {
    const result = parseKeySet(readFileSync(path.join(FOLDER, SERVICE_KEY_SET)));
    expect(result).toMatchObject({ ok: true, keySet: { use: 'service', demo: true } });
  });

  it.each(ROWS)('$file is what it should be', (row) => {
    const { status, report } = verify(row, '--keys', SERVICE_KEY_SET);
    const { outcome, code, exit_code, broken } = report;
    expect({
      outcome,
      ...(code === undefined ? {} : { code }),
      exit_code,
      failing_checks: report.checks.filter((check) => check.status === 'failed').map(({ id }) => id),
      broken: broken === null ? null : { index: broken.index, what: broken.what },
    }).toEqual(row.expected);
    expect(status).toBe(row.expected.exit_code);
    if (broken !== null) expect(broken.id).toBe(idAt(row, broken.index));
    expect(report.demo).toBe(code !== 'SIGNER_NOT_TRUSTED' && code !== 'FORMAT');
  });

  it.each(ROWS.filter(({ expected }) => expected.outcome === 'VERIFIED'))(
    '$file is not VERIFIED without the key set',
    (row) => {
      const { status, report } = verify(row);
      expect(report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED', demo: false });
      expect(status).toBe(3);
    },
  );

  it('hold two versions of one log, each of which is consistent by itself', () => {
    const row = ROWS.find(({ name }) => name === 'not-consistent');
    if (row === undefined) throw new Error('there is no such example');
    const { heads } = JSON.parse(readFileSync(path.join(FOLDER, row.file), 'utf8'));
    expect(new Set(heads.map((head: { log_id: string }) => head.log_id)).size).toBe(1);
    // Every head is well signed: what fails is that the third tree does not hold the second.
    expect(verify(row, '--keys', SERVICE_KEY_SET).report.signatures.heads?.status).toBe('valid');
  });
});
