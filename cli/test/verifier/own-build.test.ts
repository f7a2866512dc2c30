import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLE_FOLDER, programs, ROOT } from '../programs.ts';

test('a report names the build that verified: the hash of the one file, none where it runs from source', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-build-'));
  try {
    const report = path.join(folder, 'report.json');
    const file = path.join(EXAMPLE_FOLDER, 'unsigned.pqv.json');
    const buildOf = (program: string) => {
      const args = [program, 'artifact', '--file', file, '--data-dir', folder, '--report', report];
      const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(stderr).toBe('');
      const { identity } = JSON.parse(readFileSync(report, 'utf8'));
      expect(identity.report_id).toMatch(/^rep_[0-9a-f]{16}$/);
      return identity.build;
    };
    const { pqVerify } = programs();
    expect(buildOf(pqVerify)).toBe(createHash('sha256').update(readFileSync(pqVerify)).digest('hex'));
    expect(buildOf(path.join(ROOT, 'cli/src/pq-verify.ts'))).toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
