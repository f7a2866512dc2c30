/** Large bodies and documents do not hold the event loop: another client is answered meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import { expect, test } from 'vitest';
import { startProcess } from './process.ts';

const MIB = 1024 * 1024;
/**
 * Parsing, hashing and building 24 MiB on the event loop takes three seconds on a quiet machine, nine tenths of the whole
 * request. On a busy machine everything takes longer, so the bound grows with the request.
 */
const LONGEST_WAIT_MS = 1_000;
const LONGEST_SHARE = 0.5;

test('GET /health is answered while 24 MiB are posted and read again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-'));
  const server = await startProcess({ dataDir });
  try {
    const headers = { authorization: `Bearer ${server.line.admin_token}`, 'content-type': 'application/json' };
    const rows = Array.from({ length: (24 * MIB) / 100 }, (_, row) => ({ row, text: 'x'.repeat(70) }));
    const example = api.artifacts.artifacts.create.example.body;
    const attestations = { ...example.attestations, evidence_attestation: { result: 'PASS', rows } };
    const body = Buffer.from(JSON.stringify({ ...example, attestations }));
    // Keys and workers are made at the first start; this test is about the body.
    await (await fetch(`${server.url}/api/svc-key/public-keys`, { headers })).arrayBuffer();

    let working = true;
    let longest = 0;
    let polls = 0;
    const polling = (async () => {
      while (working) {
        const asked = performance.now();
        const answer = await fetch(`${server.url}/health`);
        await answer.arrayBuffer();
        longest = Math.max(longest, performance.now() - asked);
        polls++;
        await sleep(10);
      }
    })();
    const posted = performance.now();
    const created = await fetch(`${server.url}/v1/artifacts`, { method: 'POST', headers, body });
    const artifact = Buffer.from(await created.arrayBuffer());
    const took = performance.now() - posted;
    expect(created.status).toBe(200);
    const id = /"artifact_id":"([^"]+)"/.exec(artifact.subarray(0, 200).toString())?.[1];
    const stored = await fetch(`${server.url}/v1/artifacts/${id}`, { headers });
    expect(Buffer.from(await stored.arrayBuffer()).equals(artifact)).toBe(true);
    const list = await fetch(`${server.url}/v1/artifacts`, { headers });
    expect((await list.arrayBuffer()).byteLength).toBe(artifact.length + '{"items":[],"next_cursor":null}'.length);
    working = false;
    await polling;
    expect(polls).toBeGreaterThan(10);
    expect(longest).toBeLessThan(Math.max(LONGEST_WAIT_MS, took * LONGEST_SHARE));
  } finally {
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
