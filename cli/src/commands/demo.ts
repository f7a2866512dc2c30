/** `touchstone demo`: a data folder with something to look at. */
import path from 'node:path';
import { keys } from '@touchstone/core/api/admin/keys.ts';
import { createClient } from '@touchstone/core/api/client.ts';
import { LOCAL } from '@touchstone/server/frame/caller.ts';
import { DEFAULT_PORT, type RunningServer, ServeError, serve as startServer } from '@touchstone/server/main.ts';
import { clientOf, refusalOf } from '../agents/connection.ts';
import { canonicalNameOf, findOrRegister } from '../agents/named-agent.ts';
import { type Context, defaultFolder, note, say } from '../command-line/context.ts';
import { readOptions, wholeNumber } from '../command-line/options.ts';
import { DEMO_TIMEOUT_MS, demoClient } from '../demo/acts.ts';
import { rewriteSummary } from '../demo/break-chain.ts';
import { APPROVERS, fillDemo } from '../demo/fill.ts';
import { clearDemoFolder, markDemoFolder } from '../demo/folder.ts';
import { demoTraces } from '../demo/trace.ts';
import { importTraces } from '../otel/import.ts';
import { Refusal } from '../terminal/refusal.ts';
import { serve } from './serve.ts';

const HELP = `touchstone demo creates a data folder with example data.

Usage:
  touchstone demo agents [--data-dir DIR] [--port N] [--fill-only] [--replace]
      agents and attested sessions: tool calls, refusals, an exposure, a failure, approvals, memory checkpoints, delegation two
      levels deep, an open session, an imported session, and a session with a deliberately broken chain. Then the console opens.

  --data-dir DIR  a new or empty folder (default: the default data folder's name with -demo)
  --port N        default ${DEFAULT_PORT}; 0 picks a free one
  --fill-only     only create the folder; \`touchstone serve --data-dir DIR\` shows it
  --replace       replace an existing demonstration; changes made in it are lost

Only folders created by this command are ever replaced. Nothing in a demonstration is real.

Exit codes: 0 done, 1 refused by the service, 2 wrong command line or not a demonstration folder, 4 the data folder cannot be
used, 5 the port is taken.
`;

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
  if (what !== 'agents' || more.length > 0) throw new Refusal('The only demonstration is: touchstone demo agents.');
  const port = wholeNumber(options.value('--port') ?? String(DEFAULT_PORT), '--port', 0, 65_535);
  const dataDir = path.resolve(options.value('--data-dir') ?? `${defaultFolder('--data-dir')}-demo`);
  clearDemoFolder(dataDir, options.has('--replace'));
  note(`Creating a demonstration in ${dataDir}. Generating keys takes a few seconds.`);
  try {
    for (const line of await makeDemo(dataDir, context)) say(line);
  } catch (error) {
    if (!(error instanceof ServeError)) throw refusalOf(error, { url: dataDir });
    note(`touchstone: ${error.message}`);
    return error.exitCode;
  }
  if (options.has('--fill-only')) {
    say(`Look at it with: touchstone serve --open --data-dir ${dataDir}`);
    return 0;
  }
  return serve(['--data-dir', dataDir, '--port', String(port), '--open'], context);
}

/** Fills a new folder and answers what it holds, a line for each thing. */
async function makeDemo(dataDir: string, { now }: Context): Promise<readonly string[]> {
  const server = await startServer({ port: 0, dataDir, consoleDir: null, print: () => undefined });
  let filled: Awaited<ReturnType<typeof fillWith>>;
  try {
    markDemoFolder(dataDir, now());
    filled = await fillWith(server, now());
  } finally {
    await server.close();
  }
  const { nodeId, summary } = filled.toBreak;
  rewriteSummary(dataDir, nodeId, summary);
  return filled.lines;
}

async function fillWith(server: RunningServer, now: number) {
  const url = server.url ?? '';
  const connection = { baseUrl: url, token: server.adminToken, fetch, timeoutMs: DEMO_TIMEOUT_MS };
  const { admin } = createClient({ admin: { keys } }, connection);
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
