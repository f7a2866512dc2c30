/** What the proxy could not deliver outlives it: killed while the service is away, started again, delivered once. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressName } from '../../src/agents/outboxes.ts';
import { type AgentsService, openAgentsService, PQ_VERIFY, runCommand, TOUCHSTONE } from '../agents-service.ts';
import { documentIn } from '../documents.ts';
import { type RawClient, startRaw, textOf } from '../mcp/raw-client.ts';

/** Stands in the arguments of every call, and nowhere else. */
const SECRET = 'the account of Ada Lovelace';
/** A test runs several processes, one after the other; a busy machine takes its time for each. */
const DELAYED = { timeout: 120_000 };

let service: AgentsService;
/** As `--outbox` names it, and the folder in it for this service. */
let outbox: string;
let kept: string;
let run = 0;
beforeAll(async () => {
  service = await openAgentsService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.start();
  outbox = path.join(service.folder, `outbox-${++run}`);
  kept = path.join(outbox, addressName(service.url));
});

const files = () => (existsSync(kept) ? readdirSync(kept) : []);
const deliver = (...args: string[]) =>
  runCommand(TOUCHSTONE, ['agents', 'deliver', '--outbox', outbox, ...args], service.env);

/** Keys of the entries that a session's file holds and does not call done. */
function undelivered(sessionId: string): readonly string[] {
  const text = readFileSync(path.join(kept, `${sessionId}.outbox`), 'utf8');
  const keys = new Set<string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const { add, done } = JSON.parse(line);
    if (add === undefined) keys.delete(done);
    else keys.add(add.key);
  }
  return [...keys];
}

async function newestSession(): Promise<string> {
  const { items } = await service.client.sessions.list({ query: { limit: 1 } });
  return items[0]?.session_id ?? '';
}

async function nodesOf(id: string) {
  const { items } = await service.client.sessions.nodes({ params: { id }, query: { limit: 1_000 } });
  return items;
}

async function outcomesOf(id: string) {
  const nodes = await nodesOf(id);
  return nodes.flatMap(({ action_type, details }) =>
    action_type.startsWith('tool:') ? [`${action_type.slice(5)} ${details.status}`] : [],
  );
}

/**
 * A proxy that is killed while the service is away: four calls that the server had been given were answered meanwhile, and
 * one was not, and one more was refused. Answers the session's id.
 */
async function killedProxy(): Promise<string> {
  const proxy = startRaw(service.env, ['--outbox', outbox]);
  expect(textOf(await proxy.call(1, 'before', { about: SECRET }))).toBe('called before');
  const sessionId = await newestSession();
  for (const id of [2, 3, 4, 5]) {
    proxy.send({ id, method: 'tools/call', params: { name: 'held', arguments: { about: SECRET, id } } });
  }
  proxy.send({ id: 7, method: 'tools/call', params: { name: 'silent', arguments: { about: SECRET } } });
  await expect.poll(async () => heldBy(proxy), DELAYED).toBe(5);
  await service.stop();
  proxy.send({ method: 'notifications/release' });
  const answers = [await proxy.next(), await proxy.next(), await proxy.next(), await proxy.next()];
  expect(answers.map(textOf)).toEqual(Array(4).fill('called held'));
  // Decided live: what cannot be judged now is not called, whatever is kept for later.
  expect(textOf(await proxy.call(6, 'meanwhile', { about: SECRET }))).toContain('Not called');
  proxy.kill();
  expect(await proxy.closed).toBeNull();
  return sessionId;
}

async function heldBy(proxy: RawClient): Promise<number> {
  const lines: string[] = JSON.parse(textOf(await proxy.call(9, 'received')));
  return lines.filter((line) => /"(held|silent)"/.test(line)).length;
}

/** Every act once, in a session that is closed and holds. `more` are the calls that only counted what was held. */
async function expectComplete(sessionId: string): Promise<void> {
  const outcomes = (await outcomesOf(sessionId)).filter((outcome) => outcome !== 'received success');
  expect(outcomes.sort()).toEqual([
    'before success',
    ...Array(4).fill('held success'),
    'meanwhile denied',
    'silent failure',
  ]);
  const nodes = await nodesOf(sessionId);
  const held = nodes.filter(({ action_type }) => action_type === 'tool:held');
  expect(new Set(held.map(({ input_hash }) => input_hash)).size).toBe(4);
  expect(await service.client.sessions.read({ params: { id: sessionId } })).toMatchObject({ state: 'ended' });
  const file = path.join(service.folder, `${sessionId}.pqs.json`);
  const bundle = await service.client.sessions.bundle({ params: { id: sessionId }, query: {} });
  writeFileSync(file, JSON.stringify(bundle));
  const verified = await runCommand(PQ_VERIFY, ['session', '--keys', service.keysFile, file], service.env);
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified') });
}

describe('agents 6: after an outage', () => {
  test('the first call goes through soon after the service is back, whatever was refused meanwhile', async () => {
    const proxy = startRaw(service.env, ['--outbox', outbox]);
    expect(textOf(await proxy.call(1, 'before'))).toBe('called before');
    const sessionId = await newestSession();
    let id = 1;
    let refused = 0;
    for (const outageMs of [12_000, 3_000]) {
      await service.stop();
      const until = Date.now() + outageMs;
      while (Date.now() < until) {
        expect(textOf(await proxy.call(++id, 'meanwhile'))).toContain('Not called');
        refused++;
        await delay(500);
      }
      await service.start();
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
      let late = 0;
      while (textOf(await proxy.call(++id, 'after')) !== 'called after') late++;
      // A call is refused after two seconds, which are the rule; a busy machine gets as many again. The pauses alone had grown to eight.
      expect(late).toBeLessThan(2);
      refused += late;
    }
    proxy.end();
    expect(await proxy.closed).toBe(0);
    const outcomes = await outcomesOf(sessionId);
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
    expect([count('before success'), count('after success')]).toEqual([1, 2]);
    expect(count('meanwhile denied') + count('after denied')).toBe(refused);
  });
});

describe('a proxy that is killed while the service is away', () => {
  test('leaves a file of hashes, and the next start delivers it: nothing lost, nothing doubled', async () => {
    const sessionId = await killedProxy();
    const file = path.join(kept, `${sessionId}.outbox`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('request_hash');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(service.apiKey);

    // A start while the service is still away neither opens a session nor takes anything from the file.
    const early = startRaw(service.env, ['--outbox', outbox]);
    expect(textOf(await early.call(1, 'early'))).toContain('Not called');
    early.kill();
    await early.closed;
    expect(readFileSync(file, 'utf8')).toBe(text);

    await service.start();
    const next = startRaw(service.env, ['--outbox', outbox]);
    await expect.poll(next.stderr, DELAYED).toMatch(
      // agents 11: one receipt is no "receipts".
      new RegExp(
        `(?:\\b1 receipt|\\d+ receipts) of session ${sessionId}, which had ended early, (?:was|were) delivered`,
      ),
    );
    expect(textOf(await next.call(1, 'good'))).toBe('called good');
    next.end();
    expect(await next.closed).toBe(0);
    expect(files()).toEqual([]);
    await expectComplete(sessionId);
    expect(await outcomesOf(await newestSession())).toEqual(['good success']);
  });

  test('is delivered by a command; again from an older copy of the file, nothing is doubled', async () => {
    const sessionId = await killedProxy();
    const file = path.join(kept, `${sessionId}.outbox`);
    copyFileSync(file, path.join(service.folder, 'copy'));
    expect(await deliver()).toMatchObject({ status: 1, stdout: expect.stringMatching(/waiting; .*not/i) });

    await service.start();
    const first = await deliver();
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining('the session is closed') });
    await expectComplete(sessionId);
    expect(files()).toEqual([]);

    // As if the machine had stopped before the file said what was delivered.
    copyFileSync(path.join(service.folder, 'copy'), file);
    const again = await deliver('--json');
    expect(again.status).toBe(0);
    expect(documentIn('commands/agents-deliver', again.stdout).sessions).toMatchObject([
      { session_id: sessionId, outcome: 'delivered' },
    ]);
    await expectComplete(sessionId);
    expect(await deliver()).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing is waiting') });
  });

  test('a session that was ended meanwhile refuses what comes late; that stays listed until it is forgotten', async () => {
    const sessionId = await killedProxy();
    await service.start();
    await service.client.sessions.end({ headers: {}, body: { session_id: sessionId } });
    const refused = await deliver();
    expect(refused).toMatchObject({ status: 1, stdout: expect.stringMatching(/\d refused; .*CONFLICT/) });
    expect(await outcomesOf(sessionId)).not.toContain('held success');
    expect((await deliver()).status).toBe(1);
    expect((await deliver('--forget-refused')).stdout).toContain('forgotten');
    expect(files()).toEqual([]);
  });
});

test('a proxy that is killed while the service is there leaves a session that is ended all the same', async () => {
  const proxy = startRaw(service.env, ['--outbox', outbox]);
  expect(textOf(await proxy.call(1, 'good'))).toBe('called good');
  const sessionId = await newestSession();
  // An answer waits three seconds for its receipt, not longer.
  await expect.poll(() => undelivered(sessionId), DELAYED).toEqual([]);
  proxy.kill();
  await proxy.closed;
  expect(await service.client.sessions.read({ params: { id: sessionId } })).toMatchObject({ state: 'open' });
  expect(await deliver()).toMatchObject({ status: 0, stdout: expect.stringContaining('0 delivered') });
  expect(await service.client.sessions.read({ params: { id: sessionId } })).toMatchObject({ state: 'ended' });
  expect(await outcomesOf(sessionId)).toEqual(['good success']);
  expect(files()).toEqual([]);
});

describe('what is left alone', () => {
  test('the file of a proxy that runs, and it is gone when that ends', async () => {
    const proxy = startRaw(service.env, ['--outbox', outbox]);
    expect(textOf(await proxy.call(1, 'good'))).toBe('called good');
    expect(files()).toContain(`${await newestSession()}.outbox`);
    expect(await deliver()).toMatchObject({ status: 0, stdout: expect.stringContaining('A running proxy') });
    expect(await service.client.sessions.read({ params: { id: await newestSession() } })).toMatchObject({
      state: 'open',
    });
    proxy.end();
    expect(await proxy.closed).toBe(0);
    expect(files()).toEqual([]);
  });

  test("a session that is not this project's, and a file that cannot be read", async () => {
    mkdirSync(kept, { recursive: true });
    const entry = { key: 'k', sessionId: 'ags_other', operation: 'tool', body: {}, createdAt: 1 };
    writeFileSync(path.join(kept, 'ags_other.outbox'), `${JSON.stringify({ add: entry })}\n`);
    writeFileSync(path.join(kept, 'ags_torn.outbox'), 'not a line of an outbox\n');
    writeFileSync(path.join(kept, 'notes.txt'), 'mine');
    const { status, stdout } = await deliver();
    expect(status).toBe(1);
    expect(stdout).toContain('no such session');
    expect(stdout).toContain('cannot be read');
    expect(files().sort()).toEqual(['ags_other.outbox', 'ags_torn.outbox', 'notes.txt']);
    expect(readFileSync(path.join(kept, 'ags_other.outbox'), 'utf8')).toContain('"key":"k"');
  });

  test('what belongs to another address, unless it is named', async () => {
    const elsewhere = path.join(outbox, addressName('http://127.0.0.1:1'));
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(path.join(elsewhere, 'ags_other.outbox'), '');
    expect((await deliver()).stdout).toContain('Nothing is waiting');
    expect((await deliver('--was', 'http://127.0.0.1:1')).stdout).toContain('ags_other');
    expect(await deliver('--was', 'nothing')).toMatchObject({ status: 2, stderr: expect.stringContaining('--was') });
  });
});

test('a folder that cannot be used ends the proxy before anything is recorded', async () => {
  writeFileSync(outbox, 'a file');
  const proxy = startRaw(service.env, ['--outbox', outbox]);
  proxy.end();
  expect(await proxy.closed).toBe(2);
  expect(proxy.stderr()).toContain('--outbox');
});
