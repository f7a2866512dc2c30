/** `touchstone demo`: a data folder with something to look at. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accounts } from '@touchstone/core/api/admin/accounts.ts';
import { keys } from '@touchstone/core/api/admin/keys.ts';
import { createClient } from '@touchstone/core/api/client.ts';
import type { Scope } from '@touchstone/core/api/plans.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import { LOCAL } from '@touchstone/server/frame/caller.ts';
import { DEFAULT_PORT, type RunningServer, ServeError, serve as startServer } from '@touchstone/server/main.ts';
import { clientOf, refusalOf } from '../agents/connection.ts';
import { canonicalNameOf, findOrRegister } from '../agents/named-agent.ts';
import { type Context, defaultFolder, note, say } from '../command-line/context.ts';
import { readOptions, wholeNumber } from '../command-line/options.ts';
import { DEMO_TIMEOUT_MS, demoClient } from '../demo/acts.ts';
import { rewriteSummary } from '../demo/break-chain.ts';
import { COMPUTE_CONCLUSION, computeClient, showEncrypted } from '../demo/compute.ts';
import { type Bank, showJoint, showSignals } from '../demo/compute-together.ts';
import { APPROVERS, fillDemo } from '../demo/fill.ts';
import { clearDemoFolder, markDemoFolder } from '../demo/folder.ts';
import { openedInvoice, verifyOffline, writeSample } from '../demo/offline.ts';
import { PROOFS_CONCLUSION, showProofs } from '../demo/proofs.ts';
import type { Shown } from '../demo/see.ts';
import { demoTraces } from '../demo/trace.ts';
import { importTraces } from '../otel/import.ts';
import { Refusal } from '../terminal/refusal.ts';
import { grade } from './grade.ts';
import { serve } from './serve.ts';

/** The folders in the data folder for what a relying party would be sent. */
const PROOF_FILES = 'demo-proofs';
const COMPUTE_FILES = 'demo-compute';
const GRADE_FILE = 'sample.pqgrade.json';

const HELP = `touchstone demo creates a data folder with example data.

Usage:
  touchstone demo agents [--data-dir DIR] [--port N] [--fill-only] [--replace]
      agents and attested sessions: tool calls, refusals, an exposure, a failure, approvals, memory checkpoints, delegation two
      levels deep, an open session, an imported session, and a session with a deliberately broken chain. Then the console opens.
  touchstone demo proofs [--data-dir DIR] [--port N] [--fill-only] [--replace]
      privacy proofs of four claims and a claim that does not hold, looked up and verified; an invoice, paid once; a small
      folder of code, graded. What a relying party would be sent stands in DIR/${PROOF_FILES}, and is verified there with no
      service running. Says what was shown and what was not. Then the console opens.
  touchstone demo compute [--data-dir DIR] [--port N] [--fill-only] [--replace]
      encrypted computation: exact and approximate numbers, advice about parameters, a biometric template, search in documents
      and vectors, shared fraud signals, a joint computation, detection. Every result stands beside the one in clear. The
      transcript stands in DIR/${COMPUTE_FILES}, and is verified there with no service running. Then the console opens.

  --data-dir DIR  a new or empty folder (default: the default data folder's name with -demo)
  --port N        default ${DEFAULT_PORT}; 0 picks a free one
  --fill-only     only create the folder; \`npx touchstone serve --data-dir DIR\` shows it
  --replace       replace an existing demonstration; changes made in it are lost

Only folders created by this command are ever replaced. Nothing in a demonstration is real.

Exit codes: 0 done, 1 refused by the service, 2 wrong command line or not a demonstration folder, 4 the data folder cannot be
used, 5 the port is taken.
`;

/** What each fills a folder with; it prints what it made. */
const DEMONSTRATIONS: Readonly<Record<string, (dataDir: string, context: Context) => Promise<void>>> = {
  agents: makeAgents,
  proofs: makeProofs,
  compute: makeCompute,
};

export async function demo(args: readonly string[], context: Context): Promise<number> {
  // What to demonstrate is a word, and the options stand after it.
  const isNamed = args[0] !== undefined && !args[0].startsWith('-');
  const options = readOptions(isNamed ? args.slice(1) : args, {
    flags: ['--fill-only', '--replace', '--help', '-h'],
    single: ['--data-dir', '--port'],
    words: 'what',
  });
  const [what, ...more] = isNamed ? [args[0], ...options.words] : options.words;
  if (options.has('--help') || options.has('-h') || what === undefined) {
    say(HELP.trimEnd());
    return what === undefined && !options.has('--help') && !options.has('-h') ? 2 : 0;
  }
  const make = Object.hasOwn(DEMONSTRATIONS, what) ? DEMONSTRATIONS[what] : undefined;
  if (make === undefined || more.length > 0) {
    const known = Object.keys(DEMONSTRATIONS).map((name) => `touchstone demo ${name}`);
    throw new Refusal(`The demonstrations are: ${known.join(', ')}.`);
  }
  const port = wholeNumber(options.value('--port') ?? String(DEFAULT_PORT), '--port', 0, 65_535);
  const dataDir = path.resolve(options.value('--data-dir') ?? `${defaultFolder('--data-dir')}-demo`);
  clearDemoFolder(dataDir, options.has('--replace'));
  note(`Creating a demonstration in ${dataDir}. Generating keys takes a few seconds.`);
  try {
    await make(dataDir, context);
  } catch (error) {
    if (!(error instanceof ServeError)) throw refusalOf(error, { url: dataDir });
    note(`touchstone: ${error.message}`);
    return error.exitCode;
  }
  if (options.has('--fill-only')) {
    say(`Look at it with: npx touchstone serve --open --data-dir ${dataDir}`);
    return 0;
  }
  return serve(['--data-dir', dataDir, '--port', String(port), '--open'], context);
}

/** Runs a service over a new folder while `fill` asks it. */
async function inNewFolder<T>(
  dataDir: string,
  { now }: Context,
  fill: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await startServer({ port: 0, dataDir, consoleDir: null, print: () => undefined });
  try {
    markDemoFolder(dataDir, now());
    return await fill(server);
  } finally {
    await server.close();
  }
}

/** The console's own rights in a service that fills a folder. */
function administrator(server: RunningServer) {
  const connection = { baseUrl: server.url ?? '', token: server.adminToken, fetch, timeoutMs: DEMO_TIMEOUT_MS };
  return createClient({ admin: { accounts, keys }, signing: { svcKey } }, connection);
}

/** Lets something use an API key, which nobody knows afterwards. */
async function withKey<T>(
  server: RunningServer,
  { projectId, scope, label }: { readonly projectId: string; readonly scope: Scope; readonly label: string },
  use: (apiKey: string) => Promise<T>,
): Promise<T> {
  const { admin } = administrator(server);
  const body = { project_id: projectId, scopes: [scope], label: `demonstration: ${label}` };
  const { api_key, key_id } = await admin.keys.create({ body });
  const used = await use(api_key);
  await admin.keys.revoke({ params: { key_id }, query: {} });
  return used;
}

/** Prints what was done, and writes the files into a new folder. */
function keep({ lines, files }: Shown, folder: string): void {
  for (const line of lines) say(line);
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, text] of files) writeFileSync(path.join(folder, name), text, { mode: 0o600 });
}

async function makeProofs(dataDir: string, context: Context): Promise<void> {
  const folder = path.join(dataDir, PROOF_FILES);
  const shown = await inNewFolder(dataDir, context, (server) =>
    withKey(server, { projectId: LOCAL.projectId, scope: 'commerce', label: 'proofs' }, (apiKey) =>
      showProofs(server.url ?? '', apiKey),
    ),
  );
  keep(shown, folder);
  say('');
  const graded = await grade(
    ['--data-dir', dataDir, '--out', path.join(folder, GRADE_FILE), writeSample(folder)],
    context,
  );
  if (graded !== 0) throw new Error('the demonstration did not see the sample graded');
  const names = [...shown.files.keys()].filter((name) => name.endsWith('.pqp.json'));
  await sayVerified(folder, [...names, GRADE_FILE], context);
  say(openedInvoice(folder));
  sayConclusion(folder, PROOFS_CONCLUSION);
}

async function sayVerified(folder: string, names: readonly string[], { now }: Context): Promise<void> {
  say(`\nVerified with no service running, in ${folder}:`);
  for (const line of await verifyOffline(folder, names, now())) say(line);
}

function sayConclusion(folder: string, conclusion: readonly string[]): void {
  say(`The same by hand: npx pq-verify --keys ${path.join(folder, 'service.pqkeys.json')} ${folder}`);
  for (const line of conclusion) say(line);
}

async function makeCompute(dataDir: string, context: Context): Promise<void> {
  const folder = path.join(dataDir, COMPUTE_FILES);
  const shown = await inNewFolder(dataDir, context, (server) =>
    withKey(server, { projectId: LOCAL.projectId, scope: 'fhe', label: 'compute' }, async (apiKey) => {
      const client = computeClient(server.url ?? '', apiKey);
      const lines = [...(await showEncrypted(client)), ...(await withBanks(server, [], showSignals))];
      const joint = await showJoint(client);
      const keySets = `${JSON.stringify(await administrator(server).signing.svcKey.publicKeys(), null, 2)}\n`;
      return { lines: [...lines, ...joint.lines], files: new Map([...joint.files, ['service.pqkeys.json', keySets]]) };
    }),
  );
  keep(shown, folder);
  await sayVerified(
    folder,
    [...shown.files.keys()].filter((name) => name.endsWith('.pqst.json')),
    context,
  );
  sayConclusion(folder, COMPUTE_CONCLUSION);
}

const BANKS = ['Bank A', 'Bank B', 'Bank C'];

/** Opens an account for each bank, and lets all of them at once do something. */
async function withBanks<T>(
  server: RunningServer,
  opened: readonly Bank[],
  use: (banks: readonly Bank[]) => Promise<T>,
): Promise<T> {
  const name = BANKS[opened.length];
  if (name === undefined) return use(opened);
  const email = `${name.toLowerCase().replace(' ', '-')}@example.com`;
  const { project_id: projectId } = await administrator(server).admin.accounts.create({ body: { email, plan: 'pro' } });
  return withKey(server, { projectId, scope: 'fhe', label: name }, (apiKey) =>
    withBanks(server, [...opened, { client: computeClient(server.url ?? '', apiKey), projectId }], use),
  );
}

async function makeAgents(dataDir: string, context: Context): Promise<void> {
  const filled = await inNewFolder(dataDir, context, (server) => fillWith(server, context.now()));
  const { nodeId, summary } = filled.toBreak;
  rewriteSummary(dataDir, nodeId, summary);
  for (const line of filled.lines) say(line);
}

async function fillWith(server: RunningServer, now: number) {
  const url = server.url ?? '';
  const { admin } = administrator(server);
  const keyFor = (scopes: ('agents' | 'approve')[], label: string) =>
    admin.keys.create({ body: { project_id: LOCAL.projectId, scopes, label } });
  const agents = await keyFor(['agents'], 'demonstration: agents');
  const approvers = await Promise.all(APPROVERS.map((name) => keyFor(['approve'], `demonstration: ${name}`)));
  const { lines, toBreak } = await fillDemo(
    demoClient(url, agents.api_key),
    approvers.map(({ api_key }) => demoClient(url, api_key)),
  );
  const imported = await importDemo({ url, apiKey: agents.api_key }, now);
  // Nobody knows these keys any more.
  for (const { key_id } of [agents, ...approvers]) await admin.keys.revoke({ params: { key_id }, query: {} });
  return { lines: [...lines.slice(0, -1), ...imported, ...lines.slice(-1)], toBreak };
}

async function importDemo(connection: { readonly url: string; readonly apiKey: string }, now: number) {
  const client = clientOf(connection);
  const sessions = await importTraces(demoTraces(now), {
    client,
    agentFor: ({ agentName }) =>
      findOrRegister(client, {
        name: agentName ?? 'Imported agent',
        canonicalName: canonicalNameOf(agentName ?? '', 'otel'),
        tenant: 'local',
        agentType: 'autonomous',
        redaction: 'metadata_only',
      }),
    progress: () => undefined,
  });
  return sessions.map(
    ({ sessionId, acts }) => `${sessionId}  Delivery desk: imported from an OpenTelemetry trace, ${acts} spans.`,
  );
}
