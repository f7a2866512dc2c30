import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { requireReportTarget } from '../../src/verifier/report-target.ts';

let folder: string;
let inside: (name: string) => string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-report-'));
  inside = (name) => path.join(folder, name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('takes a new name and an older report', () => {
  writeFileSync(inside('input.json'), '{}');
  writeFileSync(inside('old.html'), 'a report');
  for (const name of ['new.json', 'old.html', 'missing/new.html']) {
    expect(() => requireReportTarget(inside(name), [inside('input.json'), inside('missing')])).not.toThrow();
  }
});

it.each([
  'a.pqv.json',
  'a.pqr.json',
  'a.pqs.json',
  'a.pqnode.json',
  'a.pqlog.json',
  'a.pqkeys.json',
  'a.pqsecret.json',
  'A.PQV.json',
  'a.pdf',
])('refuses the name %s', (name) => expect(() => requireReportTarget(inside(name), [])).toThrow(Refusal));

it('refuses an input under whatever name, and a link to a key file', () => {
  writeFileSync(inside('input.json'), '{}');
  writeFileSync(inside('k.pqsecret.json'), '{}');
  symlinkSync('input.json', inside('link.json'));
  linkSync(inside('input.json'), inside('hard.html'));
  symlinkSync('k.pqsecret.json', inside('secret.json'));
  for (const name of ['input.json', 'link.json', 'hard.html', 'secret.json']) {
    expect(() => requireReportTarget(inside(name), [inside('input.json')]), name).toThrow(Refusal);
  }
});
