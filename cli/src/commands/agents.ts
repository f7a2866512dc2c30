/** `touchstone agents`: attested sessions of a running service, and traces that are imported into it. */

import { formatIsoTime } from '@touchstone/core/time.ts';
import { IMPORTED } from '@touchstone/core/verdict/agent-report.ts';
import {
  type AgentsClient,
  CONNECTION_HELP,
  CONNECTION_OPTIONS,
  type Connection,
  clientFor,
  clientOf,
  connectionOf,
  refusalOf,
} from '../agents/connection.ts';
import { deliverLeftovers, type Leftover } from '../agents/leftovers.ts';
import { exportLog, LOG_API } from '../agents/log-export.ts';
import { canonicalNameOf, findOrRegister, redactionLevel } from '../agents/named-agent.ts';
import { outboxFolder, removeOutboxOf } from '../agents/outboxes.ts';
import { type Context, note, say, sayJson } from '../command-line/context.ts';
import { didYouMean } from '../command-line/nearest.ts';
import { type Options, readOptions, required, wholeNumber } from '../command-line/options.ts';
import { readBytes, refuseExisting, writeNew } from '../files/read-and-write.ts';
import { tracesOf } from '../otel/gen-ai.ts';
import { type ImportedSession, importTraces } from '../otel/import.ts';
import { readOtlp } from '../otel/otlp.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';

const HELP = `touchstone agents works with the attested sessions of a running service.

Usage:
  touchstone agents list [--limit N] [--json]
      the sessions of the API key's project, newest first
  touchstone agents show [--json] SESSION
      one session with its receipts in chain order
  touchstone agents export --out FILE SESSION
      writes the session to a new *.pqs.json file, which pq-verify session can check without the service
  touchstone agents export-log --out FILE [--limit N]
      writes the newest signed heads of the service's log (default: 100) to a new *.pqlog.json file, with proofs that the log
      only grew between them. pq-verify log checks the file. Keep it somewhere else: a head protects whoever has it
  touchstone agents deliver [--outbox FOLDER] [--was URL] [--forget-refused] [--json]
      delivers the receipts that \`touchstone mcp\` could not deliver because it ended while the service was down, and ends
      their sessions. The next start of the proxy does the same. If the service has moved, --was names its former
      address; if the proxy used --outbox, name the same folder. Receipts that the service refuses permanently stay
      listed until --forget-refused
  touchstone agents import-otel [--agent NAME | --agent-id ID] [--redaction LEVEL] [--json] FILE
      turns the spans of OpenTelemetry traces that follow the conventions for generative AI into signed and sealed
      sessions, one for each trace. FILE is OTLP/JSON: one document, or one per line. The receipts carry the time of the
      import, and their details the times of the spans. Contents are hashed here and not kept. Such a session is
      imported: recorded afterwards from a trace, not attested while it ran. An imported session shows what the file said
      at import, not that it happened; every verdict on an imported session says so.

Options of every command:
${CONNECTION_HELP}
  --json          print one JSON document instead of text

Exit codes: 0 done, 1 refused by the service, or the service cannot be reached, 2 wrong command line or unreadable file.
`;

export async function agents(args: readonly string[], _context: Context): Promise<number> {
  // The command is the first word; its options follow.
  const isNamed = args[0] !== undefined && !args[0].startsWith('-');
  const options = readOptions(isNamed ? args.slice(1) : args, {
    flags: ['--json', '--forget-refused', '--help', '-h'],
    single: [...CONNECTION_OPTIONS, '--limit', '--out', '--outbox', '--was', '--agent', '--agent-id', '--redaction'],
    words: 'command',
  });
  const [command, ...words] = isNamed ? [args[0], ...options.words] : options.words;
  if (options.has('--help') || options.has('-h') || command === undefined) {
    say(HELP.trimEnd());
    return command === undefined && !options.has('--help') && !options.has('-h') ? 2 : 0;
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) {
    throw new Refusal(`Unknown command ${JSON.stringify(command)}.${didYouMean(command, Object.keys(COMMANDS))}`);
  }
  const { takes, uses, go } = run;
  if (words.length !== takes.length) {
    throw new Refusal(
      takes.length === 0 ? `${command} takes no argument.` : `${command} needs one argument: ${takes[0]}.`,
    );
  }
  for (const name of OWN_OPTIONS) {
    if (options.has(name) && !uses.includes(name)) throw new Refusal(`${command} does not take ${name}.`);
  }
  const connection = connectionOf(options);
  try {
    return await go({ client: clientOf(connection), connection, options, word: words[0] ?? '' });
  } catch (error) {
    throw refusalOf(error, connection);
  }
}

/** Options that belong to some commands only. */
const OWN_OPTIONS = [
  ...['--limit', '--out', '--agent', '--agent-id', '--redaction'],
  ...['--outbox', '--was', '--forget-refused'],
] as const;

interface Call {
  readonly client: AgentsClient;
  readonly connection: Connection;
  readonly options: Options;
  readonly word: string;
}

interface Subcommand {
  readonly takes: readonly string[];
  readonly uses: readonly string[];
  readonly go: (call: Call) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Subcommand>> = {
  list: { takes: [], uses: ['--limit'], go: list },
  show: { takes: ['SESSION'], uses: [], go: show },
  export: { takes: ['SESSION'], uses: ['--out'], go: exportSession },
  'export-log': { takes: [], uses: ['--limit', '--out'], go: exportHeads },
  deliver: { takes: [], uses: ['--outbox', '--was', '--forget-refused'], go: deliver },
  'import-otel': { takes: ['FILE'], uses: ['--agent', '--agent-id', '--redaction'], go: importOtel },
};

async function list({ client, options }: Call): Promise<number> {
  const limit = wholeNumber(options.value('--limit') ?? '50', '--limit', 1, 200);
  const { items, next_cursor } = await client.sessions.list({ query: { limit } });
  if (options.has('--json')) {
    sayJson({ items, next_cursor });
    return 0;
  }
  for (const { session_id, state, node_count, started_at, agent_id, imported } of items) {
    const mark = imported ? '  imported' : '';
    say(
      `${session_id}  ${state.padEnd(7)}  ${String(node_count).padStart(6)} receipts  ${started_at}  ${agent_id}${mark}`,
    );
  }
  if (items.length === 0) say('No sessions yet.');
  if (next_cursor !== null) say('There are more sessions; --limit shows up to 200.');
  return 0;
}

async function show({ client, options, word }: Call): Promise<number> {
  const params = { id: word };
  const session = await client.sessions.read({ params });
  if (!options.has('--json')) {
    const { agent_id, state, started_at, expires_at, ended_at, parent_session_id, root, imported } = session;
    say(
      `${word}  ${state}, agent ${agent_id}${parent_session_id === null ? '' : `, delegated by ${parent_session_id}`}`,
    );
    say(`  from ${started_at} to ${ended_at ?? expires_at}${ended_at === null ? ' at the latest' : ''}`);
    if (imported) say(`  imported: ${IMPORTED}`);
    say(root === null ? '  not sealed: receipts could be missing' : `  sealed, root ${root}`);
  }
  const nodes = [];
  for (let after: string | null = null; ; ) {
    const query = { limit: 1_000, ...(after === null ? {} : { after }) };
    const page = await client.sessions.nodes({ params, query });
    for (const node of page.items) {
      if (options.has('--json')) nodes.push(node);
      else say(`  ${node.timestamp}  ${node.node_id}  ${shown(wordsOf(node))}`);
    }
    after = page.next_cursor;
    if (after === null) break;
  }
  if (options.has('--json')) sayJson({ session, nodes });
  return 0;
}

type Node = Awaited<ReturnType<AgentsClient['sessions']['nodes']>>['items'][number];

function wordsOf({ action_type, action_summary, details }: Node): string {
  const { status, allowed, rule, state } = details;
  const outcome = status ?? state ?? (allowed === undefined ? undefined : allowed ? 'allowed' : 'refused');
  const because = rule === undefined || rule === null ? '' : ` (${rule})`;
  return `${action_type}${outcome === undefined ? '' : `  ${outcome}${because}`}${action_summary === '' ? '' : `  ${action_summary}`}`;
}

async function exportSession({ client, connection, options, word }: Call): Promise<number> {
  const out = required(options, '--out');
  refuseExisting(out);
  const bundle = await client.sessions.bundle({ params: { id: word }, query: {} });
  writeNew(out, `${JSON.stringify(bundle)}\n`);
  say(`${out} contains the session. Check it with: pq-verify session --keys FILE ${out}`);
  say(`FILE is the service's public keys, saved from ${connection.url}/api/svc-key/keys/public`);
  return 0;
}

async function exportHeads({ connection, options }: Call): Promise<number> {
  const out = required(options, '--out');
  const most = wholeNumber(options.value('--limit') ?? '100', '--limit', 1, 10_000);
  refuseExisting(out);
  const client = clientFor(LOG_API, connection).receipts.log;
  const log = await exportLog(client, most, formatIsoTime(Date.now()));
  writeNew(out, `${JSON.stringify(log)}\n`);
  say(`${out} contains ${log.heads.length} heads of the log. Check them with: pq-verify log --keys FILE ${out}`);
  say(`FILE is the service's public keys, saved from ${connection.url}/api/svc-key/keys/public`);
  return 0;
}

/** How long the delivery of one session may take, in milliseconds. What is left is tried again another time. */
const DELIVERY_MS = 30_000;

async function deliver({ connection, options }: Call): Promise<number> {
  const was = options.value('--was');
  if (was !== undefined && !URL.canParse(was))
    throw new Refusal('--was needs an address, such as http://127.0.0.1:7433.');
  const folder = outboxFolder(options, was === undefined ? connection.url : new URL(was).origin);
  const found: Leftover[] = [];
  for await (const one of deliverLeftovers({ folder, connection, waitMs: DELIVERY_MS })) {
    const isForgotten = one.outcome === 'refused' && options.has('--forget-refused');
    if (isForgotten) removeOutboxOf(folder, one.sessionId);
    found.push(one);
    if (!options.has('--json')) say(leftoverLine(one, isForgotten));
  }
  if (options.has('--json')) sayJson({ folder, sessions: found.map(leftoverReport) });
  else if (found.length === 0) say(`Nothing is waiting in ${folder}.`);
  return found.every(({ outcome }) => outcome === 'delivered' || outcome === 'in use') ? 0 : 1;
}

function leftoverLine(
  { sessionId, outcome, delivered, waiting, refused, reason }: Leftover,
  isForgotten: boolean,
): string {
  const counts = [
    `${delivered} delivered`,
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ].join(', ');
  const what = outcome === 'delivered' ? 'the session is closed' : shown(reason ?? '');
  return `${sessionId}  ${counts}; ${what}${isForgotten ? ' They are now forgotten.' : ''}`;
}

function leftoverReport({ sessionId, outcome, delivered, waiting, refused, reason }: Leftover) {
  return {
    session_id: sessionId,
    outcome: outcome.replaceAll(' ', '_'),
    delivered,
    waiting,
    refused: refused.map(({ entry, code, message }) => ({ operation: entry.operation, code, message })),
    reason,
  };
}

async function importOtel({ client, options, word }: Call): Promise<number> {
  const file = readOtlp(readBytes(word));
  if (!file.ok)
    throw new Refusal(`${word}${file.member === '' ? '' : `, ${shown(file.member)}`}: ${shown(file.message)}`);
  const traces = tracesOf(file.spans);
  if (traces.length === 0) {
    throw new Refusal(`${word} contains ${file.spans.length} spans, none with the attribute gen_ai.operation.name.`);
  }
  const total = traces.reduce((sum, { acts }) => sum + acts.length, 0);
  const sessions = await importTraces(traces, {
    client,
    agentFor: await agentChooser(client, options),
    progress: (done) => {
      if (done % 1_000 === 0) note(`${done} of ${total} spans imported.`);
    },
  });
  if (options.has('--json')) sayJson({ sessions: sessions.map(reportOf) });
  else {
    for (const session of sessions) say(lineOf(session));
    say(`${sessions.length === 1 ? 'This session is' : 'These sessions are'} imported: ${IMPORTED}.`);
  }
  return 0;
}

/** The agent of --agent, else the one that the trace names, which is registered at its first use. */
async function agentChooser(
  client: AgentsClient,
  options: Options,
): Promise<(trace: { agentName: string | null }) => Promise<string>> {
  const id = options.value('--agent-id');
  if (id !== undefined && (options.has('--agent') || options.has('--redaction'))) {
    throw new Refusal('--agent and --redaction cannot be combined with --agent-id.');
  }
  if (id !== undefined) return async () => id;
  const redaction = redactionLevel(options.value('--redaction') ?? 'metadata_only');
  const known = new Map<string, string>();
  return async ({ agentName }) => {
    const name = (options.value('--agent') ?? agentName ?? 'Imported agent').slice(0, 200);
    const canonicalName = canonicalNameOf(name, 'otel');
    const found =
      known.get(canonicalName) ??
      (await findOrRegister(client, { name, canonicalName, tenant: 'local', agentType: 'autonomous', redaction }));
    known.set(canonicalName, found);
    return found;
  };
}

function reportOf({ traceId, agentId, sessionId, acts, leftOut, root }: ImportedSession) {
  return {
    trace_id: traceId,
    agent_id: agentId,
    session_id: sessionId,
    acts,
    left_out: leftOut,
    root,
    imported: IMPORTED,
  };
}

function lineOf({ traceId, sessionId, acts, leftOut }: ImportedSession): string {
  return `${sessionId}  trace ${traceId}: ${acts} spans imported, ${leftOut} other spans left out`;
}
