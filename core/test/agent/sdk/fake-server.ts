/** The recording operations in memory, with idempotency keys and chained hashes, and a platform whose time stands still. */

import { nodeHash } from '@touchstone/core/agent/node.ts';
import type { Platform } from '@touchstone/core/agent/sdk/platform.ts';
import type { Problem } from '@touchstone/core/agent/sdk/types/outbox.ts';
import { toHex } from '@touchstone/core/bytes.ts';

type Json = Record<string, unknown>;

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

export interface FakeServer {
  readonly fetch: Platform['fetch'];
  /** Every request that arrived. */
  readonly requests: SentRequest[];
  /** The nodes that were recorded, in order. */
  readonly nodes: Json[];
  /** Nodes of a session. */
  chain(sessionId: string): Json[];
  /** `away`: connections are refused. `deaf`: requests are carried out, answers are lost. */
  mode: 'here' | 'away' | 'deaf';
  /** Answers a request in place of the server; null leaves it to the server. */
  refuse: (request: SentRequest) => { status: number; code: string } | null;
  approvalState: string;
  /** The most requests of one session that were in flight at once. */
  mostAtOnce: number;
}

const TYPES: Readonly<Record<string, (body: Json) => string>> = {
  '/register': () => 'agent.register',
  '/sessions/start': () => 'session.start',
  '/sessions/end': () => 'session.end',
  '/actions/attest': (body) => String(body.action_type),
  '/tools/attest': (body) => `tool:${body.tool_name}`,
  '/memory/checkpoint': () => 'memory.checkpoint',
  '/policy/evaluate': (body) => `policy:${body.action_type}`,
  '/exposure/check': (body) => `exposure:${body.data_class}`,
  '/approval/request': () => 'approval.request',
  '/delegate': () => 'session.delegate',
};

const UNRESTRICTED = { allowed_tools: null, forbidden_data_classes: null, jurisdiction: null, max_value: null };

export function fakeServer(): FakeServer {
  const answers = new Map<string, Json>();
  const heads = new Map<string, string>();
  const inFlight = new Map<string, number>();
  let count = 0;

  function record(path: string, body: Json): Json {
    const type = TYPES[path]?.(body) ?? 'unknown';
    const number = ++count;
    const session_id =
      path === '/register' ? null : path === '/sessions/start' ? `ags_${number}` : String(body.session_id);
    const detailsOf: Readonly<Record<string, Json>> = {
      '/tools/attest': { status: body.status },
      '/policy/evaluate': {
        allowed: body.action_type !== 'forbidden',
        rule: body.action_type === 'forbidden' ? 'session.x' : null,
      },
      '/exposure/check': { status: 'clean' },
      '/approval/request': { approval_id: `node_${number}`, state: 'pending' },
      '/delegate': {
        child_session_id: `ags_child_${number}`,
        scope: { ...UNRESTRICTED, allowed_tools: body.allowed_tools ?? null },
      },
      '/sessions/end': { root: '0'.repeat(64), count: number },
    };
    const node = {
      node_id: `node_${number}`,
      agent_id: String(body.agent_id ?? 'agt_1'),
      session_id,
      timestamp: '2026-04-01T12:00:00.000Z',
      action_type: type,
      action_summary: String(body.summary ?? ''),
      input_hash: String(body.input_hash ?? body.request_hash ?? body.memory_hash ?? '0'.repeat(64)),
      output_hash: String(body.output_hash ?? body.response_hash ?? ''),
      parent_hash: session_id === null ? null : (heads.get(session_id) ?? null),
      details: { ...detailsOf[path], ...(body.metadata === undefined ? {} : { metadata: body.metadata }) } as never,
    };
    if (session_id !== null) heads.set(session_id, toHex(nodeHash(node)));
    const receipt = { ...node, signature_status: 'valid', svc_74_status: 'pending', verification_url: 'http://x' };
    server.nodes.push(receipt);
    return receipt;
  }

  function answerOf({ method, path, headers, body }: SentRequest): { status: number; body: Json } {
    const refusal = server.refuse({ method, path, headers, body });
    if (refusal !== null) {
      return {
        status: refusal.status,
        body: { error: { code: refusal.code, message: 'no', details: { field: '', reason: '' } }, requestId: 'r' },
      };
    }
    if (method === 'GET' && path.startsWith('/approvals/')) {
      const approval = { approval_id: path.slice(11), state: server.approvalState, decisions: [] };
      return { status: 200, body: approval };
    }
    const key = headers['idempotency-key'] ?? '';
    const known = answers.get(key);
    if (known !== undefined) return { status: 200, body: known };
    const receipt = record(path, body);
    answers.set(key, receipt);
    return { status: 200, body: receipt };
  }

  const server: FakeServer = {
    requests: [],
    nodes: [],
    mode: 'here',
    refuse: () => null,
    approvalState: 'pending',
    mostAtOnce: 0,
    chain: (sessionId) => server.nodes.filter(({ session_id }) => session_id === sessionId),
    async fetch(url, { method, headers, body }) {
      if (server.mode === 'away') throw new TypeError('fetch failed');
      const path = url.replace(/^https?:\/\/[^/]+\/api\/v1\/agents/, '');
      const request = { method, path, headers, body: body === undefined ? {} : JSON.parse(body) };
      const session = String(request.body.session_id);
      const atOnce = (inFlight.get(session) ?? 0) + 1;
      inFlight.set(session, atOnce);
      if (path !== '/register') server.mostAtOnce = Math.max(server.mostAtOnce, atOnce);
      server.requests.push(request);
      const answer = answerOf(request);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight.set(session, atOnce - 1);
      if (server.mode === 'deaf') throw new TypeError('socket closed');
      return { status: answer.status, headers: { get: () => null }, text: async () => JSON.stringify(answer.body) };
    },
  };
  return server;
}

export interface TestPlatform extends Platform {
  readonly problems: Problem[];
  readonly written: Map<string, string>;
  now: number;
  /** Lets time pass: timers that are due fire in order, and what they start goes on. */
  advance(milliseconds: number): Promise<void>;
}

export function testPlatform(server: FakeServer, environment: Readonly<Record<string, string>> = {}): TestPlatform {
  const timers = new Map<number, { readonly due: number; readonly callback: () => void }>();
  let next = 0;
  let random = 0;
  const platform: TestPlatform = {
    fetch: server.fetch,
    environment: (name) => environment[name],
    problems: [],
    written: new Map(),
    now: Date.UTC(2026, 3, 1),
    clock: () => platform.now,
    random: (length) =>
      Uint8Array.from({ length }, () => {
        random = (random * 75 + 74) % 65_537;
        return random & 255;
      }),
    warn: (problem) => void platform.problems.push(problem),
    after(milliseconds, callback) {
      const id = next++;
      timers.set(id, { due: platform.now + milliseconds, callback });
      return () => void timers.delete(id);
    },
    async writeFile(path, text) {
      platform.written.set(path, text);
    },
    async advance(milliseconds) {
      const end = platform.now + milliseconds;
      for (;;) {
        await settled();
        const [first] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
        if (first === undefined) break;
        timers.delete(first[0]);
        platform.now = first[1].due;
        first[1].callback();
      }
      platform.now = end;
    },
  };
  return platform;
}

/** Lets everything that waits for no timer go on. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 60; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Listens for rejections that nobody handles, which would end an agent's process. */
export function unhandledRejections(): { seen(): Promise<readonly unknown[]> } {
  const found: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  const listen = (reason: unknown) => void found.push(reason);
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listen);
  return {
    async seen() {
      await settled();
      process.off('unhandledRejection', listen);
      for (const other of others) process.on('unhandledRejection', other);
      return found;
    },
  };
}
