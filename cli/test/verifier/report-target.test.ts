import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AGENT_REPORT_SCHEMA } from '@touchstone/core/report/agent-document.ts';
import { REPORT_SCHEMA } from '@touchstone/core/report/document.ts';
import { reportPage } from '@touchstone/core/report/markup.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '../../src/terminal/refusal.ts';
import { reportTarget } from '../../src/verifier/report-target.ts';

let folder: string;
let inside: (name: string) => string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-report-'));
  inside = (name) => path.join(folder, name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = reportPage(
  {
    identity: { report_id: 'rep_1' },
    verdict: { outcome: 'VERIFIED', code: null, sentence: 's', demo: false, not_checked: [], notes: [] },
    subject: { file_name: 'a.pqv.json' },
  },
  [],
);

it('takes a new name and an older report', () => {
  writeFileSync(inside('input.json'), '{}');
  writeFileSync(inside('old.html'), PAGE);
  const older = { schema_version: 'svc-report/v1', identity: {}, subject: {}, verdict: {} };
  writeFileSync(inside('old.json'), JSON.stringify(older));
  writeFileSync(inside('agent.json'), JSON.stringify({ ...older, schema_version: AGENT_REPORT_SCHEMA }));
  writeFileSync(inside('now.json'), JSON.stringify({ ...older, schema_version: REPORT_SCHEMA }));
  for (const name of ['new.json', 'old.html', 'old.json', 'agent.json', 'now.json', 'missing/new.html']) {
    expect(() => reportTarget(inside(name), [inside('input.json'), inside('missing')])).not.toThrow();
  }
});

it.each([
  ['a receipt under another name', 'x.json', '{"schema_version":"svc-receipt/v1","identity":{},"verdict":{}}'],
  ['JSON of somebody else', 'x.json', '{"a":1}'],
  ['JSON that ends early', 'x.json', '{"schema_version":"svc-report/v2","identity":{}'],
  ['a page of somebody else', 'x.html', '<!doctype html>\n<h1>Verification report</h1>'],
  ['a page that quotes a report', 'x.html', `<p>${PAGE}`],
  ['nothing', 'x.html', ''],
])('refuses a file that is no report: %s', (_what, name, text) => {
  writeFileSync(inside(name), text);
  expect(() => reportTarget(inside(name), [])).toThrow('this file is not a report');
});

it.each([
  'open-console.html',
  'restore-journal.json',
  'rollback-mark.json',
  'a.pqv.json',
  'a.pqr.json',
  'a.pqs.json',
  'a.pqnode.json',
  'a.pqlog.json',
  'a.pqkeys.json',
  'a.pqsecret.json',
  'a.3key.json',
  'a.pqsign.json',
  'a.pqsigned.json',
  'a.pqledger.json',
  'a.pqrevoke.json',
  'trust-store.json',
  'own-service.json',
  'master-key.json',
  'A.PQV.json',
  'Trust-Store.json',
  'a.pdf',
])('refuses the name %s', (name) => expect(() => reportTarget(inside(name), [])).toThrow(Refusal));

it('refuses an input under whatever name, and a link to a key file', () => {
  writeFileSync(inside('input.json'), '{}');
  writeFileSync(inside('k.pqsecret.json'), '{}');
  symlinkSync('input.json', inside('link.json'));
  linkSync(inside('input.json'), inside('hard.html'));
  symlinkSync('k.pqsecret.json', inside('secret.json'));
  writeFileSync(inside('trust-store.json'), '{}');
  symlinkSync('trust-store.json', inside('store.json'));
  for (const name of ['input.json', 'link.json', 'hard.html', 'secret.json', 'store.json']) {
    expect(() => reportTarget(inside(name), [inside('input.json')]), name).toThrow(Refusal);
  }
});

it('answers where the links of a name end', () => {
  writeFileSync(inside('old.html'), PAGE);
  symlinkSync('old.html', inside('latest.html'));
  expect(reportTarget(inside('latest.html'), [])).toBe(realpathSync.native(inside('old.html')));
  expect(reportTarget(inside('new.html'), [])).toBe(inside('new.html'));
});

it('refuses what is no file', () => {
  mkdirSync(inside('folder.html'));
  expect(() => reportTarget(inside('folder.html'), [])).toThrow('this is not a regular file');
});

// The text of the link's end is the name of another file, or of none.
it.skipIf(process.platform !== 'linux')('refuses a link to a file whose name is not valid UTF-8', () => {
  for (const [target, link] of [
    ['k\u00ff.pqsecret.json', 'secret.json'],
    ['input\u00ff.json', 'r.json'],
  ] as const) {
    const file = Buffer.from(inside(target), 'latin1');
    writeFileSync(file, '{}');
    symlinkSync(file, inside(link));
    expect(() => reportTarget(inside(link), []), link).toThrow(Refusal);
  }
});
