/**
 * Makes `examples/sessions/` anew: a service whose key set is marked demo records agents at work, what it exports is
 * saved, and copies of that are tampered with. The clock is fixed; ids, keys and signatures are fresh each time. The secret
 * keys live in temporary folders and are dropped at the end.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { AgentFileKind } from '@touchstone/core/verdict/verification-report.ts';
import { exportLog, type LogFile } from '../src/agents/log-export.ts';
import { AGENT_EXAMPLES, agentExampleFile, SERVICE_KEY_SET } from './agent-example-list.ts';
import { type DemoService, type DemoTime, openDemoService } from './demo-service.ts';
import { writeAgentIndex, writeIndex } from './example-index.ts';

type Bundle = OutputOf<typeof api.agents.sessions.bundle>;
type Proof = OutputOf<typeof api.agents.proof.read>;
type Agents = DemoService['client']['agents'];
interface Acting {
  readonly agent_id: string;
  readonly session_id: string;
}

const FOLDER = fileURLToPath(new URL('../../examples/sessions', import.meta.url));
const time: DemoTime = { now: Date.UTC(2026, 9, 5, 9) };
const headers = {};

const READ_INVOICE = 'svc.tool.example.invoice-read.v1';
const SEND_MAIL = 'svc.tool.example.mail-send.v1';
const SCOPE = {
  allowed_tools: [READ_INVOICE, SEND_MAIL],
  forbidden_data_classes: ['phi'],
  jurisdiction: 'EU',
  max_value: 500,
};
const INVOICE = 'invoice 2041';
const ANOTHER_INVOICE = 'invoice 2014';

const hashOf = (text: string) => toHex(sha256(utf8(text)));

async function register(agents: Agents, name: string, level: 'full' | 'redacted' = 'full'): Promise<string> {
  const canonical_name = `svc.agent.example.finance.${name.toLowerCase().replaceAll(' ', '-')}.demo.001`;
  const body = { name, canonical_name, tenant: 'example', redaction_level: level };
  return (await agents.register.create({ headers, body })).agent_id;
}

async function start(agents: Agents, agent_id: string): Promise<Acting> {
  const body = { agent_id, duration_secs: 3_600, scope: SCOPE };
  const { session_id } = await agents.sessions.start({ headers, body });
  if (session_id === null) throw new Error('a session has no id');
  return { agent_id, session_id };
}

function call(agents: Agents, ids: Acting, tool_name: string) {
  const body = { ...ids, tool_name, request_hash: hashOf('a request'), response_hash: hashOf('a response') };
  return agents.tools.attest({ headers, body });
}

async function preparePayment(agents: Agents, ids: Acting): Promise<string> {
  const summary = `Prepared the payment of ${INVOICE}, 120.50 EUR.`;
  const metadata = { value: '120.50', jurisdiction: 'EU' };
  const body = { ...ids, action_type: 'payment.prepare', summary, input_hash: hashOf(INVOICE), metadata };
  return (await agents.actions.attest({ headers, body })).node_id;
}

async function end(agents: Agents, { session_id }: Acting, summary: string): Promise<Bundle> {
  await agents.sessions.end({ headers, body: { session_id, summary } });
  return agents.sessions.bundle({ params: { id: session_id }, query: {} });
}

interface Recorded {
  readonly parent: Bundle;
  readonly child: Bundle;
  readonly redacted: Bundle;
  readonly open: Bundle;
  readonly proof: Proof;
  readonly log: LogFile;
}

/** What the examples begin with: everything here is as the service exports it. */
async function record({ client }: DemoService): Promise<Recorded> {
  const { agents, receipts } = client;
  const clerk = await register(agents, 'Invoice clerk');
  const mailer = await register(agents, 'Mail desk');
  await receipts.log.head({});

  const ids = await start(agents, clerk);
  await call(agents, ids, READ_INVOICE);
  const payment = await preparePayment(agents, ids);
  await call(agents, ids, 'svc.tool.example.shell.v1');
  const delegation = { delegate_agent_id: mailer, allowed_tools: [SEND_MAIL], duration_secs: 600 };
  const { details } = await agents.delegate.create({ headers, body: { ...ids, ...delegation } });
  const childIds = { agent_id: mailer, session_id: details.child_session_id };
  await call(agents, childIds, SEND_MAIL);
  const child = await end(agents, childIds, 'The supplier was told.');
  await agents.exposure.check({ headers, body: { ...ids, data_class: 'phi', operation: 'send' } });
  const parent = await end(agents, ids, 'One invoice was read and its payment prepared.');
  const proof = await agents.proof.read({ params: { id: payment } });

  const discreet = await start(agents, await register(agents, 'Patient desk', 'redacted'));
  await call(agents, discreet, READ_INVOICE);
  const parameters = { value: 900 };
  const evaluated = { action_type: 'payment.execute', target_resource: 'account:supplier-17', parameters };
  await agents.policy.evaluate({ headers, body: { ...discreet, ...evaluated } });
  await preparePayment(agents, discreet);
  const redacted = await end(agents, discreet, 'One invoice of a patient was prepared.');

  const unfinished = await start(agents, clerk);
  await call(agents, unfinished, READ_INVOICE);
  await preparePayment(agents, unfinished);
  const open = await agents.sessions.bundle({ params: { id: unfinished.session_id }, query: {} });

  const log = await exportLog(receipts.log, 3, formatIsoTime(time.now));
  return { parent, child, redacted, open, proof, log };
}

async function recordElsewhere({ client: { agents } }: DemoService): Promise<Bundle> {
  const ids = await start(agents, await register(agents, 'Invoice clerk'));
  await call(agents, ids, READ_INVOICE);
  return end(agents, ids, 'One invoice was read.');
}

/** The log after some more of an agent's work, with the proof that it has grown from `first` leaves. */
async function growLog({ client: { agents, receipts } }: DemoService, calls: number, first: number) {
  const { items } = await agents.sessions.list({ query: { limit: 1 } });
  const [session] = items;
  if (session === undefined) throw new Error('there is no session');
  const ids = await start(agents, session.agent_id);
  for (let at = 0; at < calls; at++) await call(agents, ids, READ_INVOICE);
  const { head } = await receipts.log.head({});
  const { second, path: way } = await receipts.log.consistency({ query: { first, second: head.tree_size } });
  return { head, proof: { first, second, path: way } };
}

function withNodes(bundle: Bundle, nodes: Bundle['nodes']): Bundle {
  const kept = new Set([bundle.registration.node.node_id, ...nodes.map(({ node }) => node.node_id)]);
  const { openings, log } = bundle;
  return {
    ...bundle,
    nodes,
    // Whoever takes nodes out leaves nothing behind that names them.
    openings: Object.fromEntries(Object.entries(openings).filter(([id]) => kept.has(id))),
    log: log === null ? null : { ...log, inclusion: log.inclusion.filter(({ node_id }) => kept.has(node_id)) },
  };
}

function swapped<T>(items: readonly T[], at: number): T[] {
  const [one, other] = [items[at], items[at + 1]];
  if (one === undefined || other === undefined) throw new Error('there are no two to swap');
  return items.with(at, other).with(at + 1, one);
}

/** The good file with one text in another's place. */
function edited<T>(good: T, from: string, to: string): T {
  const text = JSON.stringify(good);
  if (text.split(from).length !== 2) throw new Error(`${from} does not stand there once`);
  return JSON.parse(text.replace(from, to)) as T;
}

function cutTail(bundle: Bundle): Bundle {
  const cut = withNodes(bundle, bundle.nodes.slice(0, -2));
  return { ...cut, session: { ...cut.session, ended_at: null } };
}

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const work = mkdtempSync(path.join(tmpdir(), 'touchstone-examples-'));
const inWork = (name: string) => path.join(work, name);

async function withService<T>(folder: string, name: string, action: (service: DemoService) => Promise<T>): Promise<T> {
  const service = await openDemoService(inWork(folder), name, time);
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

async function makeFiles(): Promise<Readonly<Record<string, string>>> {
  const [recorded, keySet] = await withService('service', 'demo-service', async (service) => [
    await record(service),
    service.keySet,
  ]);
  const { parent, child, redacted, open, proof, log } = recorded;
  const elsewhere = await withService('elsewhere', 'unknown-service', recordElsewhere);
  // One service shows two readers two continuations of its log, each under a good signature.
  cpSync(inWork('service'), inWork('shown-to-another'), { recursive: true });
  const before = log.heads.at(-1);
  if (before === undefined) throw new Error('the log has no head');
  const shown = await withService('shown-to-another', '', (service) => growLog(service, 1, before.tree_size));
  const kept = await withService('service', '', (service) => growLog(service, 3, shown.head.tree_size));
  const forked: LogFile = {
    ...log,
    exported_at: formatIsoTime(time.now),
    heads: [before, shown.head, kept.head],
    consistency: [shown.proof, kept.proof],
  };
  const { nodes } = parent;
  const file = (kind: AgentFileKind, name: string) => agentExampleFile({ kind, name });
  return {
    [SERVICE_KEY_SET]: textOf(keySet),
    [file('session', 'verified')]: textOf(parent),
    [file('session', 'delegated-child')]: textOf(child),
    [file('session', 'redacted')]: textOf(redacted),
    [file('session', 'not-sealed')]: textOf(open),
    [file('session', 'untrusted-service')]: textOf(elsewhere),
    [file('session', 'changed-node')]: textOf(edited(parent, INVOICE, ANOTHER_INVOICE)),
    [file('session', 'removed-node')]: textOf(withNodes(parent, nodes.toSpliced(3, 1))),
    [file('session', 'swapped-nodes')]: textOf(withNodes(parent, swapped(nodes, 2))),
    [file('session', 'cut-tail')]: textOf(cutTail(parent)),
    [file('session', 'cut-file')]: textOf(parent).slice(0, 20_000),
    [file('node', 'verified')]: textOf(proof),
    [file('node', 'changed')]: textOf(edited(proof, INVOICE, ANOTHER_INVOICE)),
    [file('log', 'verified')]: textOf(log),
    [file('log', 'not-consistent')]: textOf(forked),
  };
}

try {
  const files = await makeFiles();
  const unmade = AGENT_EXAMPLES.map(agentExampleFile).filter((name) => files[name] === undefined);
  if (unmade.length > 0) throw new Error(`nothing makes ${unmade.join(', ')}`);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(FOLDER, name), text);
  writeAgentIndex();
  writeIndex();
} finally {
  rmSync(work, { recursive: true, force: true });
}
