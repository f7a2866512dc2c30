/**
 * agents MEDIUM 3: whatever leaf of a sealed file is changed, and whatever member is added, the outcome is VERIFIED only where
 * the report lists that member as not covered. Leaves are found in the files; the changes know nothing of their meaning.
 */
import { createHash } from 'node:crypto';
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { verifyNode } from '@touchstone/core/agent/verify-node.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { memberPath } from '@touchstone/core/text/member-path.ts';
import type { VerifyAgentOptions } from '@touchstone/core/verdict/agent-report.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';
import { everything, trusted } from './everything.ts';
import { type AgentCalls, agentCalls } from './flow.ts';

let server: TestServer;
let calls: AgentCalls;
let options: VerifyAgentOptions;
beforeAll(async () => {
  server = await openTestServer();
  calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
  await calls.start();
  options = {
    fileName: 'a',
    verifier: remembering(server.deps.signer),
    product: server.deps.product,
    trust: await trusted(server),
    now: server.deps.clock() + 60_000,
  };
});
afterAll(() => server.close());

/** Most signatures of a changed file are those of the file before. */
function remembering(verifier: SignatureVerifier): SignatureVerifier {
  const known = new Map<string, Promise<boolean>>();
  return {
    ...verifier,
    verify(algorithm, publicKey, message, signature) {
      const hash = createHash('sha256').update(algorithm);
      for (const part of [publicKey, message, signature]) hash.update(`${part.length} `).update(part);
      const name = hash.digest('hex');
      const answer = known.get(name) ?? verifier.verify(algorithm, publicKey, message, signature);
      known.set(name, answer);
      return answer;
    },
  };
}

interface Changed {
  readonly path: string;
  readonly document: JsonValue;
}

/** Every document in which one leaf has another value, or one object a member more. */
function* changesOf(value: JsonValue, path: string, put: (value: JsonValue) => JsonValue): Generator<Changed> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      yield* changesOf(item, `${path}[${at}]`, (changed) => put(value.with(at, changed)));
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { path: memberPath(path, 'note'), document: put({ ...value, note: 'added' }) };
    for (const [name, member] of Object.entries(value)) {
      yield* changesOf(member, memberPath(path, name), (changed) => put({ ...value, [name]: changed }));
    }
  } else {
    for (const other of othersOf(value)) yield { path, document: put(other) };
  }
}

const LEVELS = ['full', 'metadata_only', 'hash_only', 'redacted'] as const;

/** Values of the same form, so that they are read, and of another one. */
function othersOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value === 'number') return [value + 1, value === 0 ? 7 : 0];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string') return ['x', { note: 'x' }];
  const others: JsonValue[] = [`${value}x`, null];
  if (/^[0-9a-f]+$/.test(value)) others.push(`${value[0] === '0' ? '1' : '0'}${value.slice(1)}`);
  if (/^\d{4}-.*Z$/.test(value)) {
    for (const seconds of [-1, 1, 86_400]) others.push(new Date(Date.parse(value) + 1_000 * seconds).toISOString());
  }
  if (/^[A-Za-z0-9+/]{40,}={0,2}$/.test(value))
    others.push(`${value.slice(0, 20)}${value[20] === 'A' ? 'B' : 'A'}${value.slice(21)}`);
  if (/^(rcp|ks|node|ags|agt|log)_/.test(value)) others.push(`${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`);
  others.push(...LEVELS.filter((level) => (LEVELS as readonly string[]).includes(value) && level !== value));
  if (value.endsWith('/v2')) others.push(value.replace('/v2', '/v1'));
  if (value.endsWith('/v1')) others.push(value.replace('/v1', '/v2'));
  return others;
}

function isExplained(path: string, notCovered: readonly string[]): boolean {
  return notCovered.some((member) => path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`));
}

/** Judges every change. Answers how many there were, and the paths of those that verified unexplained. */
async function judgeAll(text: string, judge: (bytes: Uint8Array) => Promise<AgentReport>) {
  const before = await judge(utf8(text));
  expect([before.outcome, before.sentence]).toEqual(['VERIFIED', before.sentence]);
  const unexplained = new Set<string>();
  let count = 0;
  let verified = 0;
  for (const { path, document } of changesOf(JSON.parse(text) as JsonValue, '', (whole) => whole)) {
    const { outcome, not_covered } = await judge(utf8(JSON.stringify(document)));
    count++;
    if (outcome !== 'VERIFIED') continue;
    verified++;
    if (!isExplained(path, not_covered)) unexplained.add(path);
  }
  return { count, verified, unexplained: [...unexplained] };
}

describe.each(LEVELS)('%s', (level) => {
  test('every leaf of the bundles, with delegation, approval, fork and an act that ran although forbidden', async () => {
    for (const id of await everything(server, calls, level)) {
      const { text } = await calls.get(`/sessions/${id}/bundle`);
      const { count, verified, unexplained } = await judgeAll(text, (bytes) => verifySession(bytes, options));
      expect(unexplained).toEqual([]);
      expect(count).toBeGreaterThan(300);
      expect(verified).toBeGreaterThan(5);
    }
  });

  test('every leaf of the proofs of a registration, of an act that ran although forbidden, and of an end', async () => {
    const [id] = await everything(server, calls, level);
    const bundle = JSON.parse((await calls.get(`/sessions/${id}/bundle`)).text);
    const nodes: { node: { node_id: string; action_type: string; details: Record<string, unknown> } }[] = [
      bundle.registration,
      ...bundle.nodes,
    ];
    const chosen = nodes.filter(
      ({ node: { action_type: kind, details } }) =>
        kind === 'agent.register' || kind === 'session.end' || details.violation !== undefined,
    );
    expect(chosen).toHaveLength(3);
    for (const { node } of chosen) {
      const { text } = await server.call('GET', `/api/v1/agents/proof/${node.node_id}`);
      const { count, unexplained } = await judgeAll(text, (bytes) => verifyNode(bytes, options));
      expect([node.action_type, unexplained]).toEqual([node.action_type, []]);
      expect(count).toBeGreaterThan(60);
    }
  });
});
