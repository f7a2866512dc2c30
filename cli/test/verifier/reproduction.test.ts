/** The command that a report prints repeats its outcome (verdict H3), and the report says what it rests on (H4, M7). */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { REVOCATION_KIND } from '@touchstone/core/keys/revocation.ts';
import { revocationText, signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import { OUTCOME_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import type { Outcome } from '@touchstone/core/verdict/verification-report.ts';
import { afterAll, expect, it } from 'vitest';
import { newArtifact, newKeySet, provider, signed } from '../../../core/test/artifact/fixture.ts';
import { documentIn } from '../documents.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-reproduction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// As a package puts it on the path.
const bin = path.join(folder, 'bin');
mkdirSync(bin);
writeFileSync(path.join(bin, 'pq-verify'), '#!/bin/sh\nexec "$NODE" "$PROGRAM" "$@"\n', { mode: 0o755 });

const env = { ...process.env, TOUCHSTONE_DATA_DIR: '', HOME: path.join(folder, 'home'), XDG_DATA_HOME: '' };
const KEYS = ['--keys', 'keys', '--keys', 'receipts', '--keys', 'sessions'];

interface Printed {
  readonly verdict: { readonly outcome: Outcome; readonly code: string | null; readonly exit_code: number };
  readonly signers: { readonly key_sets: readonly Record<string, unknown>[]; readonly revocations: unknown };
  readonly reproduce: { readonly command: string; readonly expected_outcome: string };
}

/** Judges a file with a report of both forms, and answers them. */
function reported(args: readonly string[], cwd: string): { readonly json: Printed; readonly html: string } {
  const [json, html] = [path.join(folder, 'report.json'), path.join(folder, 'report.html')];
  for (const out of [json, html]) {
    const { status, stderr } = spawnSync(programs().node, [programs().pqVerify, '--report', out, ...args], {
      cwd,
      env,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBeTypeOf('number');
  }
  const text = readFileSync(json, 'utf8');
  const schema = text.includes('"svc-agent-report/') ? 'agent-report' : 'report';
  return { json: documentIn(schema, text), html: readFileSync(html, 'utf8') };
}

/** Runs the printed command as a person would, in a shell. */
function repeated(command: string, cwd: string) {
  const { node, pqVerify } = programs();
  const run = spawnSync('sh', ['-c', command.replace(/^pq-verify \w+ /, '$&--json ')], {
    cwd,
    env: { ...env, NODE: node, PROGRAM: pqVerify, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  const { outcome, code } = JSON.parse(run.stdout) as { readonly outcome: string; readonly code?: string };
  return { outcome, code: code ?? null, exit_code: run.status };
}

function expectRepeated(args: readonly string[], cwd = EXAMPLE_FOLDER): ReturnType<typeof reported> {
  const both = reported(args, cwd);
  const { verdict, reproduce } = both.json;
  expect(repeated(reproduce.command, cwd), reproduce.command).toEqual({
    outcome: verdict.outcome,
    code: verdict.code,
    exit_code: verdict.exit_code,
  });
  const printed = /Repeat this verification[\s\S]*?<code>([\s\S]*?)<\/code>/.exec(both.html)?.[1] ?? '';
  const unescaped = printed.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  expect(unescaped).toBe(reproduce.command);
  expect(both.html).toContain(`<strong>${OUTCOME_WORDS[verdict.outcome]}`);
  return both;
}

const FILES = readdirSync(EXAMPLE_FOLDER, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => /\.(pqv|pqr|pqs|pqnode|pqlog)\.json$/.test(name))
  .sort();

it('has files of every kind to repeat', () => expect(FILES.length).toBeGreaterThan(25));

it.each(FILES)('verdict H3: what the report on %s prints gives the same outcome again', (name) => {
  expectRepeated([...KEYS, name]);
});

it('verdict H3: with a trust store, given or named by the environment, and without what was pinned', () => {
  for (const args of [
    ['--data-dir', 'trust', 'revoked-key.pqv.json'],
    ['--data-dir=trust', '--pinned-only', '--keys', 'keys/demo-office.pqkeys.json', 'verified.pqv.json'],
  ]) {
    const { json, html } = expectRepeated(args);
    expect(json.signers.revocations).toMatchObject({ store: path.join('trust', 'trust-store.json'), count: 1 });
    expect(html).toMatch(/<th scope="row">Revocations<\/th><td>trust\/trust-store.json: 1 revocation, last change 20/);
  }
});

it('verdict H3: with the payload, and names that a shell would take apart', () => {
  const odd = path.join(folder, 'it\'s $HOME; `x` & "y"\n*');
  mkdirSync(odd);
  for (const name of ['receipts/verified.pqr.json', 'receipts/payload.json', 'receipts/demo-receipts.pqkeys.json'])
    copyFileSync(path.join(EXAMPLE_FOLDER, name), path.join(odd, `-${path.basename(name)}`));
  const given = ['--keys=-demo-receipts.pqkeys.json', '--data=-payload.json', '--', '-verified.pqr.json'];
  const { json } = expectRepeated(given, odd);
  expect(json.verdict).toMatchObject({ outcome: 'VERIFIED', not_checked: ['revocation', 'independent time'] });
  expect(json.reproduce.command).toBe(
    'pq-verify receipt --file ./-verified.pqr.json --keys ./-demo-receipts.pqkeys.json --data ./-payload.json',
  );
  const whole = ['payload.json', 'demo-receipts.pqkeys.json', 'verified.pqr.json'].map((name) =>
    path.join(odd, `-${name}`),
  );
  const [data = '', keys = '', file = ''] = whole;
  const far = reported(['--keys', keys, '--data', data, file], EXAMPLE_FOLDER).json.reproduce.command;
  expect(repeated(far, folder)).toEqual({ outcome: 'VERIFIED', code: null, exit_code: 0 });
  writeFileSync(data, 'another payload');
  expect(repeated(far, folder)).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH', exit_code: 1 });
});

it('verdict H4, M7, 12.6: section 4 says where a key set came from, and pinned of none that nobody pinned', () => {
  const given = expectRepeated(['--keys', 'keys/demo-revoked-office.pqkeys.json', 'revoked-key.pqv.json']);
  expect(given.json.verdict.outcome).toBe('VERIFIED');
  const section = (html: string) => /<h2[^>]*>4\. Signers[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
  expect(section(given.html)).toContain('given for this check: keys/demo-revoked-office.pqkeys.json');
  expect(section(given.html)).toContain('No trust store was read, so no revocations are known.');
  expect(section(given.html)).not.toMatch(/pinned/i);
  expect(given.html).toMatch(
    /class="outcome good">.*<p>Not checked: revocation, evidence files, independent time<\/p>/,
  );

  const stored = expectRepeated(['--data-dir', 'trust', 'revoked-key.pqv.json']);
  expect(stored.json.verdict).toMatchObject({ outcome: 'PENDING', code: 'KEY_REVOKED' });
  expect(section(stored.html)).toMatch(/<th scope="row">Pinned<\/th><td>pinned by .* at <time/);
  expect(section(stored.html)).toMatch(
    /Revoked key<\/th><td>ML-DSA-87 <code>[\w-]{43}<\/code>, revoked on <time.*reason: /,
  );
});

it('verdict H3, 12.9: with a revocation', async () => {
  const signer = await newKeySet();
  const { keySet, secretKeys } = signer;
  const file = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  file('a.pqv.json', artifactText(await signed(await newArtifact(keySet), signer)));
  file('k.pqkeys.json', JSON.stringify(keySet));
  const body = {
    kind: REVOCATION_KIND,
    keyset_fingerprint: keySet.fingerprint,
    kids: keySet.keys.map(({ kid }) => kid),
    revoked_at: '2026-11-20T00:00:00.000Z',
    reason: 'The machine was stolen.',
  } as const;
  file('r.pqrevoke.json', revocationText(await signRevocation(body, keySet, secretKeys, provider)));
  const keys = ['--keys', 'k.pqkeys.json'];
  expect(expectRepeated([...keys, 'a.pqv.json'], folder).json.verdict.outcome).toBe('VERIFIED');
  const { json, html } = expectRepeated([...keys, '--revocations', 'r.pqrevoke.json', 'a.pqv.json'], folder);
  expect(json.verdict).toMatchObject({ outcome: 'PENDING', code: 'KEY_REVOKED' });
  expect(html).toContain('The machine was stolen. (r.pqrevoke.json)');
  expect(html).toContain('No trust store was read. Only 3 revocations given for this check are known.');
});
