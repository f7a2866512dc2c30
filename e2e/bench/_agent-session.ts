/**
 * A stand-in for the server that answers one long agent session: the built console, and of the API what the page of a session
 * asks. The receipts are linked by their real hashes. Answers are made beforehand, so that the page is measured and not
 * the making of them: what the real server needs for an outline is not in these figures.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type AgentNode, nodeHash } from '@touchstone/core/agent/node.ts';
import type { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

export const SESSION_ID = 'ags_00000000000be4c4';
const AGENT_ID = 'agt_00000000000be4c4';
const STARTED = Date.UTC(2026, 10, 21, 12);
const CHILDREN = 6;

type Made = AgentNode & {
  readonly signature_status: string;
  readonly svc_74_status: string;
  readonly verification_url: string;
};

/** Linked receipts: mostly tool calls, some of them failed or denied, and a few delegations. */
export function makeReceipts(sessionId: string, count: number, firstParent: string, delegates: boolean): Made[] {
  const receipts: Made[] = [];
  let parent = firstParent;
  for (let index = 0; index < count; index++) {
    const node: AgentNode = {
      node_id: `node_${sessionId.slice(4, 12)}${index.toString(16).padStart(8, '0')}`,
      agent_id: AGENT_ID,
      session_id: sessionId,
      timestamp: formatIsoTime(STARTED + index * 137),
      ...contents(sessionId, index, count, delegates),
      input_hash: hash(index),
      output_hash: index % 3 === 0 ? '' : hash(index + 1),
      parent_hash: parent,
    };
    parent = toHex(nodeHash(node));
    const url = `http://127.0.0.1:7433/api/v1/agents/proof/${node.node_id}`;
    receipts.push({ ...node, signature_status: 'valid', svc_74_status: 'anchored', verification_url: url });
  }
  return receipts;
}

function contents(sessionId: string, index: number, count: number, delegates: boolean) {
  const every = Math.max(7, Math.floor(count / (CHILDREN + 1)));
  if (index === 0) return { action_type: 'session.start', action_summary: 'Started a session.', details: {} };
  if (index === count - 1)
    return { action_type: 'session.end', action_summary: 'Ended the session.', details: { count } };
  if (delegates && index % every === 0 && index / every <= CHILDREN) {
    const child = `ags_${(index / every).toString(16).padStart(16, 'c')}`;
    return {
      action_type: 'session.delegate',
      action_summary: 'Delegated to the mail agent.',
      details: { child_session_id: child },
    };
  }
  const tool = `svc.tool.example.${['ledger-read', 'mail-send', 'crm-search', 'pdf-render'][index % 4]}.v1`;
  const status = index % 997 === 0 ? 'failure' : index % 613 === 0 ? 'denied' : 'success';
  if (index % 11 === 0) {
    return { action_type: 'memory.checkpoint', action_summary: `Checkpoint ${index} of ${sessionId}.`, details: {} };
  }
  return {
    action_type: `tool:${tool}`,
    action_summary: `Called ${tool} for invoice ${20_000 + index}.`,
    details: {
      status,
      metadata: { invoice: String(20_000 + index) },
      ...(status === 'denied' ? { rule: 'session.allowed_tools' } : {}),
    },
  };
}

function hash(index: number): string {
  return index.toString(16).padStart(64, '9f86d081884c7d65');
}

export interface StandIn {
  readonly origin: string;
  close(): void;
}

/** Serves a built console and one session of `count` receipts and so many forks, on this machine only. */
export async function serveSession(folder: string, count: number, forks = 0): Promise<StandIn> {
  const sessions = new Map<string, Made[]>();
  const main = makeReceipts(SESSION_ID, count, 'ab'.repeat(32), true);
  sessions.set(SESSION_ID, main);
  for (const receipt of main) {
    const child = Reflect.get(receipt.details, 'child_session_id');
    if (typeof child === 'string') sessions.set(child, makeReceipts(child, 200, toHex(nodeHash(receipt)), false));
  }
  const answers = new Map<string, Buffer>();
  for (const [id, receipts] of sessions) {
    answers.set(`/api/v1/agents/sessions/${id}`, Buffer.from(JSON.stringify(sessionOf(id, receipts.length))));
    for (let after = 0; after < receipts.length; ) {
      const limit = after === 0 ? 1_000 : 5_000;
      const outline = outlineOf(receipts, after, limit);
      answers.set(
        `/api/v1/agents/sessions/${id}/outline?after=${after}&limit=${limit}`,
        Buffer.from(JSON.stringify(outline)),
      );
      after = outline.next ?? receipts.length;
    }
    const items = id === SESSION_ID ? forksOf(receipts, forks) : [];
    answers.set(`/api/v1/agents/sessions/${id}/forks`, Buffer.from(JSON.stringify({ items })));
  }
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const answer = answers.get(url);
    if (answer !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      return;
    }
    const path = normalize(new URL(url, 'http://local').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"NOT_FOUND","message":"Not in this stand-in.","request_id":"none"}}');
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => server.close(),
  };
}

/** Forks that begin all over a session. */
function forksOf(receipts: readonly Made[], count: number) {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * receipts.length) / count);
    const first = receipts[Math.min(from + 1_000, receipts.length - 1)];
    return {
      fork_id: `fork_${index.toString(16).padStart(16, '0')}`,
      session_id: SESSION_ID,
      forked_from: receipts[from]?.node_id,
      policy: { max_value: 100 },
      nodes: receipts.length,
      simulated: receipts.length - from,
      divergences: 1,
      divergence: [{ node_id: first?.node_id, original: 'success', replayed: 'denied', rule: 'session.max_value' }],
      chain_intact: true,
      head_hash: 'ab'.repeat(32),
      made_at: formatIsoTime(STARTED),
      made_by: 'console',
      simulation: true,
    };
  });
}

/** As the service answers it; see core/src/api/agents/outline-schema.ts. */
function outlineOf(receipts: readonly Made[], after: number, limit: number) {
  const nodes = receipts.slice(after, after + limit);
  const actions = [...new Set(nodes.map(({ action_type }) => action_type))];
  const outcomeAt = ({ details }: Made) => String(Reflect.get(details, 'status') ?? 'recorded');
  const outcomes = [...new Set(nodes.map(outcomeAt))];
  const hashes = (hexes: readonly string[]) => Buffer.from(hexes.join(''), 'hex').toString('base64');
  return {
    node_ids: nodes.map(({ node_id }) => node_id),
    summaries: nodes.map(({ action_summary }) => action_summary),
    action_types: actions,
    action_type: nodes.map(({ action_type }) => actions.indexOf(action_type)),
    outcomes,
    outcome: nodes.map((node) => outcomes.indexOf(outcomeAt(node))),
    times: nodes.map(({ timestamp }) => Date.parse(timestamp)),
    hashes: hashes(nodes.map((node) => toHex(nodeHash(node)))),
    input_hashes: hashes(nodes.map(({ input_hash }) => input_hash)),
    output_hashes: hashes(nodes.map(({ output_hash }) => output_hash.padStart(64, '0'))),
    children: nodes.flatMap(({ details }, node) => {
      const child = Reflect.get(details, 'child_session_id');
      return typeof child === 'string' ? [{ node, session_id: child }] : [];
    }),
    next: after + nodes.length < receipts.length ? after + nodes.length : null,
  };
}

function sessionOf(id: string, count: number): OutputOf<typeof sessions.read> {
  return {
    session_id: id,
    agent_id: AGENT_ID,
    parent_session_id: id === SESSION_ID ? null : SESSION_ID,
    state: 'ended',
    scope: { allowed_tools: null, forbidden_data_classes: ['phi'], jurisdiction: 'EU', max_value: 500 },
    node_count: count,
    imported: false,
    started_at: formatIsoTime(STARTED),
    expires_at: formatIsoTime(STARTED + 86_400_000),
    ended_at: formatIsoTime(STARTED + count * 137),
    root: 'cd'.repeat(32),
    svc_74_attestation: 'ef'.repeat(74),
    failures: 0,
    denials: 0,
    violations: 0,
    last_check: null,
  };
}
