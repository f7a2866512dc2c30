/** S38 and reliability 4: real disks that are full, read-only or damaged under a server that runs. */

import { once } from 'node:events';
import { closeSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundled } from '../bundled.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { mountReadOnly, mountSmall, noDisks, unmount } from './disks.ts';

const withDisks = test.skipIf(noDisks !== null);

let root: string;
let disk: string;
beforeEach(async () => {
  root = (await import('../backup/folder.ts')).temporaryFolder();
  disk = join(root, 'disk');
});
afterEach(() => {
  unmount(disk);
  unmount(disk);
  rmSync(root, { recursive: true, force: true });
});

/** Takes what is left of the disk. */
function fill(): void {
  const file = openSync(join(disk, 'of-somebody-else.bin'), 'a');
  const piece = new Uint8Array(16 * 1024);
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    const room = Math.min(piece.length, bavail * bsize);
    if (room === 0) break;
    writeSync(file, piece.subarray(0, room));
  }
  closeSync(file);
}
const makeRoom = () => rmSync(join(disk, 'of-somebody-else.bin'));
const PLACE = { provider: 'stripe', environment: 'production', vault: 'payments' };
const store = (server: TestServer, key: string, name: string) =>
  server.call('POST', '/v1/shield/store', { token: key, json: { ...PLACE, name, value: name.repeat(300) } });

/** Writes until the journal has to grow and cannot. */
async function untilRefused(write: (count: number) => Promise<{ readonly status: number }>): Promise<number> {
  for (let count = 0; count < 2_000; count++) {
    const { status } = await write(count);
    if (status !== 200 && status !== 201) return status;
  }
  throw new Error('the disk was never full');
}

withDisks(
  'reliability 4: a full disk answers 507 in both envelopes, is named in log and health, and passes',
  async () => {
    mountSmall(disk, 16 * 1024);
    const server = await openTestServer({ dataDir: disk });
    try {
      const { key } = await server.newKey({ plan: 'enterprise' });
      const before = await store(server, key, 'before');
      expect(before.status).toBe(200);
      expect((await server.call('GET', '/health')).at('status')).toBe('ok');
      fill();
      expect(await untilRefused((count) => store(server, key, `name-${count}`))).toBe(507);
      const main = await store(server, key, 'main');
      expect([main.status, main.code, main.at('error.status')]).toEqual([507, 'INSUFFICIENT_STORAGE', 507]);
      // Document 3's envelope.
      const platform = await server.call('POST', '/v1/cache/a', {
        token: key,
        json: { value: 'b'.repeat(30_000) },
      });
      expect([platform.status, platform.code, platform.at('error.details.reason')]).toEqual([
        507,
        'INSUFFICIENT_STORAGE',
        platform.message,
      ]);
      const named = server.logged.map((line) => JSON.parse(line)).filter(({ cause }) => cause === 'full');
      expect(named).toEqual([expect.objectContaining({ level: 50, code: 'SQLITE_FULL', msg: 'The disk is full.' })]);
      expect(server.logged.join('')).not.toContain('no transaction is active');
      const ill = await server.call('GET', '/health');
      expect([ill.status, ill.at('status'), ill.at('details.storage.cause')]).toEqual([200, 'degraded', 'full']);
      expect(ill.at('details.storage.message')).toContain('Make room');
      // What is there can be read, and nothing was half written.
      const list = await server.call('GET', '/v1/shield/secrets', { token: key });
      expect(list.status).toBe(200);
      expect(list.text).not.toContain('"main"');

      makeRoom();
      expect((await store(server, key, 'after')).status).toBe(200);
      await expect.poll(async () => (await server.call('GET', '/health')).at('status'), { interval: 300 }).toBe('ok');
      expect((await server.call('GET', '/health')).at('details.storage')).toBeUndefined();
      expect(server.logged.join('')).toContain('can be written again');
    } finally {
      await server.close();
    }
  },
);

withDisks(
  'S38: a large body that a worker cannot write is 507 too, and health is degraded before anybody writes',
  async () => {
    mountSmall(disk, 16 * 1024);
    const server = await openTestServer({ dataDir: disk });
    try {
      const { key } = await server.newKey({ plan: 'enterprise' });
      fill();
      expect((await server.call('GET', '/health')).at('details.storage.cause')).toBe('full');
      const { api } = await import('@touchstone/core/api/api.ts');
      const { body } = api.artifacts.artifacts.create.example;
      const attestations = {
        ...body.attestations,
        evidence_attestation: { result: 'PASS', notes: 'x'.repeat(200_000) },
      };
      const made = await server.call('POST', '/v1/artifacts', { token: key, json: { ...body, attestations } });
      expect([made.status, made.code]).toEqual([507, 'INSUFFICIENT_STORAGE']);
    } finally {
      makeRoom();
      await server.close();
    }
  },
);

withDisks('S38: a folder that became read-only is degraded, and recovers', async () => {
  mountSmall(disk, 16 * 1024);
  const server = await openTestServer({ dataDir: disk });
  try {
    expect((await server.call('GET', '/health')).at('status')).toBe('ok');
    mountReadOnly(disk, disk);
    const ill = await server.call('GET', '/health');
    expect([ill.at('status'), ill.at('details.storage.cause')]).toEqual(['degraded', 'read-only']);
    expect(ill.at('details.storage.message')).toContain('read-only');
    unmount(disk);
    await sleep(2_100);
    expect((await server.call('GET', '/health')).at('status')).toBe('ok');
  } finally {
    await server.close();
  }
});

test('S38: a damaged page is degraded and stays so, and health answers although the ledger cannot be read', async () => {
  const { makeFolder } = await import('../backup/folder.ts');
  await makeFolder(disk);
  const file = join(disk, 'touchstone.db');
  const SqliteDatabase = (await import('better-sqlite3')).default;
  const sqlite = new SqliteDatabase(file, { readonly: true });
  const pages = sqlite
    .prepare(
      "SELECT rootpage FROM sqlite_schema WHERE tbl_name IN ('ledger_blocks', 'secret_versions') AND rootpage > 0",
    )
    .pluck()
    .all() as number[];
  const pageSize = sqlite.pragma('page_size', { simple: true }) as number;
  sqlite.close();
  const server = await openTestServer({ dataDir: disk });
  try {
    const { key } = await server.newKey();
    const out = openSync(file, 'r+');
    for (const page of pages) writeSync(out, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize);
    closeSync(out);
    const read = await server.call('GET', '/v1/shield/secrets', { token: key });
    expect([read.status, read.code]).toEqual([500, 'INTERNAL']);
    expect(read.text).not.toMatch(/sqlite|malformed/i);
    const ill = await server.call('GET', '/health');
    expect([ill.status, ill.at('status'), ill.at('details.storage.cause')]).toEqual([200, 'degraded', 'damaged']);
    const named = server.logged.map((line) => JSON.parse(line)).filter(({ cause }) => cause === 'damaged');
    expect(named).toEqual([expect.objectContaining({ code: expect.stringMatching(/^SQLITE_(CORRUPT|NOTADB)/) })]);
    await sleep(2_100);
    expect((await server.call('GET', '/health')).at('status')).toBe('degraded');
  } finally {
    await server.close().catch(() => undefined);
  }
});

test('S38: a limit on the size of files is 507 as well', async () => {
  writeFileSync(join(root, 'limit'), '');
  const { spawn } = await import('node:child_process');
  const script = await bundled('serve-process');
  const options = JSON.stringify({ port: 0, json: true, dataDir: disk });
  // In units of 512 or 1,024 bytes, as the shell has it: enough for a start, and soon reached by the journal.
  const child = spawn('bash', ['-c', `ulimit -f 6000; exec "$0" "$1" "$2"`, process.execPath, script, options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // What it still writes would stand in the way of who removes the folder.
  const ended = once(child, 'exit');
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, admin_token: token } = JSON.parse(String(line));
    const post = (count: number) =>
      fetch(`${url}/v1/shield/store`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...PLACE, name: `n${count}`, value: 'x'.repeat(6_000) }),
      });
    expect(await untilRefused(post)).toBe(507);
    const health = (await (await fetch(`${url}/health`)).json()) as { status: string; details: { storage: object } };
    expect(health).toMatchObject({ status: 'degraded', details: { storage: { cause: expect.any(String) } } });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});
