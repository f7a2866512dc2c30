import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeReportFile } from '../../src/verifier/report-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-report-file-'));
  file = path.join(folder, 'report.html');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes a report, and another in its place with its permissions', () => {
  writeReportFile(file, 'first');
  chmodSync(file, 0o600);
  writeReportFile(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('second');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['report.html']);
});

// A limit on the size of files fails a write part of the way, as a full disk does.
it.skipIf(process.platform === 'win32')('leaves the older report where the new one cannot be written whole', () => {
  writeFileSync(file, 'the older report');
  const module = new URL('../../src/verifier/report-file.ts', import.meta.url).href;
  const script = `process.on('SIGXFSZ', () => {});
    const { writeReportFile } = await import(${JSON.stringify(module)});
    writeReportFile(${JSON.stringify(file)}, 'x'.repeat(1 << 20));`;
  const limited = 'ulimit -f 8; exec "$@"';
  const args = ['-c', limited, 'sh', process.execPath, '--input-type=module', '-e', script];
  const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8', cwd: path.dirname(new URL(module).pathname) });
  expect(status).toBe(1);
  expect(stderr).toContain('the report could not be written');
  expect(readFileSync(file, 'utf8')).toBe('the older report');
  expect(readdirSync(folder)).toEqual(['report.html']);
});
