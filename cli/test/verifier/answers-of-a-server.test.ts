/** Saved receipts and 3-key signatures go through the verifier as a person would use it: files and the command line only. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { serve } from '@touchstone/server/main.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyStartedFolder } from '../../../server/test/started-folder.ts';
import { documentIn } from '../documents.ts';
import { programs } from '../programs.ts';

const PAYLOAD = '{"order":4711,"to":"Zoë"}';

interface Answers {
  readonly receipt: string;
  /** The answer of a 3-key signing of `PAYLOAD`. */
  readonly signature: string;
  readonly published: string;
}

let folder: string;
let own: Answers;
let other: Answers;

async function answersOfAServer(dataDir: string): Promise<Answers> {
  const server = await serve({ port: 0, dataDir, signals: false, print: () => undefined });
  try {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.adminToken}` };
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.text();
    };
    const published = await fetch(`${server.url}/api/svc-key/keys/public`);
    return {
      receipt: await post('/v1/receipts', { payload: PAYLOAD }),
      signature: await post('/api/svc-key/sign/3key', { data: PAYLOAD }),
      published: await published.text(),
    };
  } finally {
    await server.close();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  const started = mkdtempSync(join(folder, 'data-'));
  await copyStartedFolder(started, 'system');
  own = await answersOfAServer(started);
  // Makes keys of its own.
  other = await answersOfAServer(mkdtempSync(join(folder, 'data-')));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

interface Given {
  readonly keys?: string;
  readonly data?: string;
}

const verify = (receipt: string, given: Given) => run(['receipt', '--file', save('r.pqr.json', receipt)], given);
const verifySignature = (signature: string, given: Given) =>
  run(['signature', '--file', save('s.3key.json', signature)], given);

function run(words: readonly string[], options: Given) {
  const [kind = '', ...rest] = words;
  const args = [kind, '--data-dir', folder, '--json'];
  if (options.keys !== undefined) args.push('--keys', save('published.pqkeys.json', options.keys));
  if (options.data !== undefined) args.push('--data', save('payload', options.data));
  const { status, stdout, stderr } = spawnSync(process.execPath, [programs().pqVerify, ...args, ...rest], {
    encoding: 'utf8',
  });
  const report = stdout === '' ? null : (JSON.parse(stdout) as { outcome: string; code?: string });
  return { status, outcome: report?.outcome, code: report?.code, stderr };
}

const VERIFIED = { status: 0, outcome: 'VERIFIED' };
const setsOf = ({ published }: Answers) => (documentIn('key-sets', published) as { keysets: KeySet[] }).keysets;
const receiptSet = (answers: Answers) => setsOf(answers).find(({ use }) => use === 'receipt');

test('VERIFIED with the saved answer of keys/public, with one set of it, with and without the payload', () => {
  expect(verify(own.receipt, { keys: own.published })).toMatchObject(VERIFIED);
  expect(verify(own.receipt, { keys: own.published, data: PAYLOAD })).toMatchObject(VERIFIED);
  expect(verify(own.receipt, { keys: JSON.stringify(receiptSet(own)), data: PAYLOAD })).toMatchObject(VERIFIED);
});

test('S11: another payload and every changed part fail', () => {
  const keys = own.published;
  expect(verify(own.receipt, { keys, data: `${PAYLOAD}\n` })).toMatchObject({ status: 1, outcome: 'FAILED' });
  const flip = (text: string, at: number) =>
    `${text.slice(0, at)}${/[1A]/.test(text.charAt(at)) ? '2' : '1'}${text.slice(at + 1)}`;
  for (const member of ['commitment', 'on_chain_hash', 'substrate_hex', 'receipt_hex', 'ml_dsa_65', 'falcon_512']) {
    const changed = flip(own.receipt, own.receipt.indexOf(`"${member}":"`) + member.length + 4 + 40);
    expect(changed).not.toBe(own.receipt);
    expect(verify(changed, { keys }), member).toMatchObject({ status: 1, outcome: 'FAILED' });
  }
});

test('another server, another use and no key set at all are no conclusion', () => {
  const pending = { status: 3, outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' };
  expect(verify(own.receipt, { keys: other.published })).toMatchObject(pending);
  expect(verify(own.receipt, {})).toMatchObject(pending);
  const others = setsOf(own).filter(({ use }) => use !== 'receipt');
  expect(verify(own.receipt, { keys: JSON.stringify({ keysets: others }) })).toMatchObject(pending);
  expect(verify(own.receipt, { keys: JSON.stringify({ keysets: [] }) })).toMatchObject(pending);
});

test('a changed, an over-full and an undecodable list of key sets are input errors', () => {
  const set = receiptSet(own);
  const broken = [
    [{ keysets: [{ ...set, serial: 2 }] }, 'keysets[0].fingerprint'],
    [{ keysets: [set, { ...set, principal: 'x' }] }, 'keysets[1].fingerprint'],
    [{ keysets: [set], surprise: 1 }, 'surprise'],
    [{ keysets: [null] }, 'keysets[0]'],
    [{ keysets: set }, 'usable key set'],
  ] as const;
  for (const [document, named] of broken) {
    const result = verify(own.receipt, { keys: JSON.stringify(document) });
    expect(result.status).toBe(2);
    expect(result.stderr).toContain(named);
  }
});

describe('a 3-key signature', () => {
  test('is VERIFIED with what was signed, and PENDING without', () => {
    const keys = own.published;
    expect(verifySignature(own.signature, { keys, data: PAYLOAD })).toMatchObject(VERIFIED);
    expect(verifySignature(own.signature, { keys })).toMatchObject({
      status: 3,
      outcome: 'PENDING',
      code: 'NO_PAYLOAD',
    });
  });

  test('S7: another payload and a change in any of the three fail', () => {
    const given = { keys: own.published, data: PAYLOAD };
    const failed = { status: 1, outcome: 'FAILED' };
    expect(verifySignature(own.signature, { ...given, data: `${PAYLOAD}\n` })).toMatchObject(failed);
    const answer = JSON.parse(own.signature) as { signature: string };
    for (const part of [1, 2, 3]) {
      const parts = answer.signature.split(':');
      const text = parts[part] ?? '';
      parts[part] = `${text.slice(0, 20)}${text.charAt(20) === 'A' ? 'B' : 'A'}${text.slice(21)}`;
      const changed = JSON.stringify({ ...answer, signature: parts.join(':') });
      expect(verifySignature(changed, given), `family ${part}`).toMatchObject({ ...failed, code: 'SIGNATURE_INVALID' });
    }
  });

  test('of another server, or under sets of other uses, is no conclusion; a receipt is none', () => {
    const pending = { status: 3, outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' };
    const others = setsOf(own).filter(({ use }) => use !== '3key');
    for (const keys of [other.published, JSON.stringify({ keysets: others })]) {
      expect(verifySignature(own.signature, { keys, data: PAYLOAD })).toMatchObject(pending);
    }
    expect(verifySignature(own.receipt, { keys: own.published })).toMatchObject({ status: 2, outcome: 'INPUT_ERROR' });
  });

  test('has a report that says how to repeat it, with the payload', () => {
    const out = join(folder, 'report.json');
    const command = ['signature', '--file', save('s.3key.json', own.signature), '--report', out];
    expect(run(command, { keys: own.published, data: PAYLOAD })).toMatchObject(VERIFIED);
    const { verdict, reproduce } = JSON.parse(readFileSync(out, 'utf8'));
    expect(verdict.outcome).toBe('VERIFIED');
    expect(reproduce.command).toMatch(/^pq-verify signature --file .*s\.3key\.json.* --keys \S+ --data \S+$/);
  });

  test('of a folder each; --data takes one file', () => {
    const inbox = mkdtempSync(join(folder, 'inbox-'));
    writeFileSync(join(inbox, 'a.3key.json'), own.signature);
    writeFileSync(join(inbox, 'b.3key.json'), own.signature);
    expect(run(['signature', inbox], { keys: own.published }).status).toBe(3);
    expect(run(['signature', inbox], { keys: own.published, data: PAYLOAD })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('exactly one file'),
    });
  });
});
