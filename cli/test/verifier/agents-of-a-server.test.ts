/** What a server exports about agents goes through the verifier as an outsider uses it: files and the command line only. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@touchstone/server/main.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyStartedFolder } from '../../../server/test/started-folder.ts';
import { programs } from '../programs.ts';

const AGENTS = '/api/v1/agents';
const HASH = 'ab'.repeat(32);

interface Node {
  readonly node: { readonly node_id: string; readonly action_summary: string };
  readonly signature: string;
}
interface Bundle {
  readonly session: { readonly session_id: string };
  readonly nodes: readonly Node[];
}
interface Report {
  readonly outcome: string;
  readonly code?: string;
  readonly broken: { readonly index: number; readonly id: string; readonly what: string } | null;
}

let folder: string;
let published: string;
const bundles: Partial<Record<'parent' | 'child' | 'open', string>> = {};
const proofs: string[] = [];
let log: string;

async function recordOnAServer(): Promise<void> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  await copyStartedFolder(dataDir, 'system');
  const server = await serve({ port: 0, dataDir, signals: false, print: () => undefined });
  const ask = async (path: string, body?: object): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.adminToken}` };
    const answer = await fetch(
      `${server.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };
  const register = async (sequence: string) =>
    JSON.parse(
      await ask(`${AGENTS}/register`, {
        name: 'Clerk',
        canonical_name: `svc.agent.example.finance.clerk.prod.${sequence}`,
        tenant: 'example',
      }),
    ).agent_id;
  const newestHead = async () => JSON.parse(await ask('/v1/log/head')).head;
  try {
    const agentId = await register('001');
    const otherId = await register('002');
    const scope = { allowed_tools: ['read', 'mail'], max_value: 500, forbidden_data_classes: ['phi'] };
    const start = JSON.parse(await ask(`${AGENTS}/sessions/start`, { agent_id: agentId, scope }));
    const ids = { agent_id: agentId, session_id: start.session_id };
    const tool = { tool_name: 'read', request_hash: HASH, response_hash: HASH };
    const called = JSON.parse(await ask(`${AGENTS}/tools/attest`, { ...ids, ...tool }));
    await ask(`${AGENTS}/tools/attest`, { ...ids, tool_name: 'drop', request_hash: HASH });
    const payment = { action_type: 'payment', summary: 'Paid.', input_hash: HASH, metadata: { value: '900' } };
    await ask(`${AGENTS}/actions/attest`, { ...ids, ...payment });
    await ask(`${AGENTS}/exposure/check`, { ...ids, data_class: 'phi', operation: 'send' });
    const before = await newestHead();
    const delegation = { delegate_agent_id: otherId, allowed_tools: ['read'], duration_secs: 60 };
    const { details } = JSON.parse(await ask(`${AGENTS}/delegate`, { ...ids, ...delegation }));
    const child = details.child_session_id;
    await ask(`${AGENTS}/tools/attest`, { agent_id: otherId, session_id: child, ...tool });
    await ask(`${AGENTS}/sessions/end`, { session_id: child });
    const end = JSON.parse(await ask(`${AGENTS}/sessions/end`, { session_id: start.session_id }));
    const open = JSON.parse(await ask(`${AGENTS}/sessions/start`, { agent_id: agentId }));
    for (const [name, id] of [
      ['parent', start.session_id],
      ['child', child],
      ['open', open.session_id],
    ] as const) {
      bundles[name] = await ask(`${AGENTS}/sessions/${id}/bundle`);
    }
    for (const id of [called.node_id, end.node_id]) proofs.push(await ask(`${AGENTS}/proof/${id}`));
    const after = await newestHead();
    const sizes = `first=${before.tree_size}&second=${after.tree_size}`;
    const { first, second, path } = JSON.parse(await ask(`/v1/log/consistency?${sizes}`));
    const exportedAt = new Date().toISOString();
    const consistency = [{ first, second, path }];
    log = JSON.stringify({ format: 'svc-log/v1', exported_at: exportedAt, heads: [before, after], consistency });
    published = await ask('/api/svc-key/keys/public');
  } finally {
    await server.close();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  await recordOnAServer();
  writeFileSync(join(folder, 'published.pqkeys.json'), published);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the one-file program. */
function verify(kind: string, text: string, options: { readonly keys?: boolean; readonly node?: string } = {}) {
  const file = join(folder, 'file.json');
  writeFileSync(file, text);
  const { node, pqVerify } = programs();
  const keys = options.keys === false ? [] : ['--keys', join(folder, 'published.pqkeys.json')];
  const args = [pqVerify, kind, '--file', file, '--data-dir', folder, '--json', ...keys];
  const { status, stdout, stderr } = spawnSync(options.node ?? node, args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const { outcome, code, broken } = JSON.parse(stdout) as Report;
  return { status, outcome, ...(code === undefined ? {} : { code }), broken };
}

const bundle = (name: keyof typeof bundles) => JSON.parse(bundles[name] ?? '') as Bundle;
const withNodes = (nodes: readonly Node[]) => JSON.stringify({ ...bundle('parent'), nodes });

describe('pq-verify session', () => {
  test.each(['parent', 'child'] as const)('a sealed session is VERIFIED: %s', (name) => {
    expect(verify('session', bundles[name] ?? '')).toEqual({ status: 0, outcome: 'VERIFIED', broken: null });
  });

  test('on Node 20 too', (context) => {
    const { oldNode } = programs();
    if (oldNode === null) return context.skip('there is no Node 20 here');
    expect(verify('session', bundles.child ?? '', { node: oldNode })).toMatchObject({ status: 0, outcome: 'VERIFIED' });
  });

  test('an open one is PENDING, and so is one without trusted keys', () => {
    expect(verify('session', bundles.open ?? '')).toMatchObject({ status: 3, code: 'NOT_SEALED' });
    expect(verify('session', bundles.parent ?? '', { keys: false })).toMatchObject({
      status: 3,
      code: 'SIGNER_NOT_TRUSTED',
    });
  });

  test('a change is FAILED at the node', () => {
    const { nodes } = bundle('parent');
    for (let at = 0; at < nodes.length - 1; at++) {
      const [here, next] = [nodes[at], nodes[at + 1]];
      if (here === undefined || next === undefined) throw new Error('two nodes');
      const edited = { ...here, node: { ...here.node, action_summary: 'changed' } };
      const broken = { index: at };
      expect(verify('session', withNodes(nodes.with(at, edited)))).toMatchObject({
        status: 1,
        code: 'SIGNATURE_INVALID',
        broken: { ...broken, id: here.node.node_id },
      });
      const removed = nodes.filter((_, i) => i !== at);
      expect(verify('session', withNodes(removed))).toMatchObject({ status: 1, code: 'CHAIN_BROKEN', broken });
    }
    const short = verify('session', withNodes(nodes.slice(0, -2)));
    expect(short).toMatchObject({ status: 1, outcome: 'FAILED' });
  });

  test('a cut file is an input error', () => {
    expect(verify('session', (bundles.parent ?? '').slice(0, -1))).toMatchObject({ status: 2, outcome: 'INPUT_ERROR' });
  });
});

describe('pq-verify node', () => {
  test('the proofs of a tool call and of the end are VERIFIED, without trusted keys PENDING', () => {
    for (const proof of proofs) {
      expect(verify('node', proof)).toMatchObject({ status: 0, outcome: 'VERIFIED' });
      expect(verify('node', proof, { keys: false })).toMatchObject({ status: 3, code: 'SIGNER_NOT_TRUSTED' });
    }
  });

  test('a changed node is FAILED', () => {
    const proof = JSON.parse(proofs[0] ?? '');
    const receipt = { ...proof.receipt, action_summary: 'changed' };
    expect(verify('node', JSON.stringify({ ...proof, receipt }))).toMatchObject({ status: 1, code: 'HASH_MISMATCH' });
  });
});

describe('pq-verify log', () => {
  test('two heads with their consistency are VERIFIED', () => {
    expect(verify('log', log)).toEqual({ status: 0, outcome: 'VERIFIED', broken: null });
  });

  test('without the proof, or with heads in the wrong order, it is FAILED', () => {
    const parsed = JSON.parse(log);
    const missing = JSON.stringify({ ...parsed, consistency: [] });
    expect(verify('log', missing)).toMatchObject({ status: 1, code: 'LOG_MISMATCH', broken: { index: 1 } });
    const turned = JSON.stringify({ ...parsed, heads: [...parsed.heads].reverse() });
    expect(verify('log', turned)).toMatchObject({ status: 1, code: 'LOG_MISMATCH' });
  });
});
