/** `touchstone mcp`: stands between an MCP client and an MCP server, attests every tool call and refuses what is out of scope. */
import { ApiFailure } from '@touchstone/core/api/client.ts';
import {
  CONNECTION_HELP,
  CONNECTION_OPTIONS,
  type Connection,
  clientOf,
  connectionOf,
  startWords,
} from '../agents/connection.ts';
import { codesOf, deliverLeftovers } from '../agents/leftovers.ts';
import { canonicalNameOf, findOrRegister, redactionLevel } from '../agents/named-agent.ts';
import { createSessionOutbox, makeOutboxFolder, OUTBOX_HELP, OUTBOX_OPTION, outboxFolder } from '../agents/outboxes.ts';
import { type Context, note, say } from '../command-line/context.ts';
import { type Options, readOptions, wholeNumber } from '../command-line/options.ts';
import { refuseExisting, writeNew } from '../files/read-and-write.ts';
import { startChild, withoutCredentials } from '../mcp/child.ts';
import { runProxy } from '../mcp/run.ts';
import { createSessionRecorder, isAway, type RecordedSession, type SessionRecorder } from '../mcp/sdk-recorder.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';

const DEFAULT_DURATION_SECONDS = 86_400;
const MOST_DURATION_SECONDS = 2_592_000;
/** Delivers what earlier proxies left undelivered while this one runs, however long that takes. */
const LEFTOVERS_MS = 86_400_000;

const HELP = `touchstone mcp runs an MCP server and attests what an agent does with the server. No code is needed.

Usage:
  touchstone mcp [options] -- COMMAND [ARGUMENT…]

In the configuration of the agent, put \`touchstone mcp --\` before the command of the server. Every \`tools/call\` is
judged first and attested afterwards. A call outside the scope, or while the service is down, is not forwarded: the
agent gets an error that gives the reason. All other messages pass through; they are counted, and the counts are recorded.
Arguments and results stay on this machine: the service gets only hashes.

Session
  --agent NAME          the agent to record for, registered at first use (default: "MCP agent")
  --agent-id ID         a registered agent, instead of --agent
  --tenant NAME         who the agent works for (default: \`local\`)
  --redaction LEVEL     full, metadata_only, hash_only or redacted (default with --agent: metadata_only)
  --duration SECONDS    longest duration of the session (default: ${DEFAULT_DURATION_SECONDS})
  --bundle FILE         write the sealed session to a new *.pqs.json file at the end, for pq-verify session

Scope
  --allow TOOL…         only these tools (default: all)
  --deny TOOL…          tools that this proxy refuses, whatever the service says
  --max-value NUMBER    the highest value of one call
  --jurisdiction NAME   the only jurisdiction in which the agent may act
  --forbid CLASS…       data classes that may not be touched
  --value-argument NAME, --jurisdiction-argument NAME, --data-class-argument NAME
                        the tool arguments that state these (defaults: value, jurisdiction, data_class); \`none\` turns
                        the check off. A value that is not a decimal number is refused, so name another argument, or
                        none, if a tool uses the name for something else.

Names and limits
  --tool-prefix TEXT    put before the names of tools in receipts and policies, for example svc.tool.mcp.files.
  --call-timeout SECONDS  give up on a call after this time (default: as long as the client waits)

Service
${CONNECTION_HELP}
${OUTBOX_HELP}

While the service is down, receipts wait in a file, even if this process is killed. The next start with the same folder
delivers receipts left by earlier runs and ends their sessions; \`touchstone agents deliver\` does the same without a
start. The server runs without variables whose names start with TOUCHSTONE_ or whose values contain an API key.
Exit codes: the server's own; 1 receipts were not delivered, 2 wrong command line, 127 the server could not be started.
`;

export async function mcp(args: readonly string[], _context: Context): Promise<number> {
  const end = args.indexOf('--');
  const options = readOptions(end < 0 ? args : args.slice(0, end), {
    flags: ['--help', '-h'],
    single: [
      ...CONNECTION_OPTIONS,
      OUTBOX_OPTION,
      ...['--agent', '--agent-id', '--tenant', '--redaction', '--duration', '--bundle'],
      ...['--max-value', '--jurisdiction', '--tool-prefix', '--call-timeout'],
      ...['--value-argument', '--jurisdiction-argument', '--data-class-argument'],
    ],
    lists: ['--allow', '--deny', '--forbid'],
  });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  const [command, ...words] = end < 0 ? [] : args.slice(end + 1);
  if (command === undefined) throw new Refusal('Name the command of the MCP server after --.');
  const bundle = options.value('--bundle');
  if (bundle !== undefined) refuseExisting(bundle);
  const { recorder, apiKey, url, leftovers } = recorderOf(options);
  const callTimeout = options.value('--call-timeout');
  const callTimeoutMs =
    callTimeout === undefined ? null : wholeNumber(callTimeout, '--call-timeout', 1, 86_400) * 1_000;

  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
  await openSession(recorder, url);
  const report = await runProxy({
    input: process.stdin,
    output: process.stdout,
    child: startChild(command, words, withoutCredentials(process.env, apiKey)),
    stop: stop.signal,
    recorder,
    deny: new Set(options.values('--deny')),
    judged: {
      value: argumentOf(options, '--value-argument', 'value'),
      jurisdiction: argumentOf(options, '--jurisdiction-argument', 'jurisdiction'),
      dataClass: argumentOf(options, '--data-class-argument', 'data_class'),
    },
    callTimeoutMs,
    note: tell,
  });
  const { calls, denied, ended } = report;
  if (ended.exitCode !== 0 && !ended.wasStopped) tell(ended.reason);
  const session = await recorder.end(
    `${calls} tool calls through the MCP proxy, ${denied} of them refused.`,
    bundle !== undefined,
  );
  await leftovers.stop();
  // A client that keeps its end open must not keep the process alive.
  process.stdin.destroy();
  return exitCodeOf(session, bundle, ended.exitCode === 127 ? 127 : ended.wasStopped ? 0 : ended.exitCode);
}

/** Writes to standard error, which MCP clients show or log. */
function tell(text: string): void {
  note(`touchstone mcp: ${shown(text)}`);
}

interface Recording {
  readonly recorder: SessionRecorder;
  readonly apiKey: string;
  readonly url: string;
  readonly leftovers: Leftovers;
}

function recorderOf(options: Options): Recording {
  const connection = connectionOf(options);
  const folder = outboxFolder(options, connection.url);
  makeOutboxFolder(folder);
  const leftovers = leftoversOf(folder, connection);
  const client = clientOf(connection);
  const agentId = options.value('--agent-id');
  const name = options.value('--agent') ?? 'MCP agent';
  for (const other of ['--agent', '--tenant', '--redaction']) {
    if (agentId !== undefined && options.has(other)) throw new Refusal(`${other} cannot be combined with --agent-id.`);
  }
  const agent = {
    name,
    canonicalName: canonicalNameOf(name, 'mcp'),
    tenant: options.value('--tenant') ?? 'local',
    agentType: 'autonomous' as const,
    redaction: redactionLevel(options.value('--redaction') ?? 'metadata_only'),
  };
  const toolPrefix = options.value('--tool-prefix') ?? '';
  const duration = options.value('--duration') ?? String(DEFAULT_DURATION_SECONDS);
  const recorder = createSessionRecorder({
    connection,
    toolPrefix,
    agentId: agentId === undefined ? (signal) => findOrRegister(client, agent, signal) : async () => agentId,
    session: {
      durationSeconds: wholeNumber(duration, '--duration', 1, MOST_DURATION_SECONDS),
      allowedTools: options.values('--allow').map((tool) => toolPrefix + tool),
      forbiddenDataClasses: options.values('--forbid'),
      jurisdiction: options.value('--jurisdiction') ?? '',
      maxTransactionValue: maxValue(options.value('--max-value')),
    },
    outbox: createSessionOutbox(folder, tell),
    onOpen: leftovers.start,
    note: tell,
  });
  return { recorder, ...connection, leftovers };
}

interface Leftovers {
  /** Begins to deliver, and reports the result. */
  start(): void;
  /** Settles when sending has stopped. What is not delivered stays in its outbox. */
  stop(): Promise<void>;
}

function leftoversOf(folder: string, connection: Connection): Leftovers {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  async function deliver(): Promise<void> {
    try {
      const options = { folder, connection, waitMs: LEFTOVERS_MS, signal: stopping.signal };
      for await (const { sessionId, outcome, delivered, reason } of deliverLeftovers(options)) {
        if (outcome === 'delivered') {
          tell(
            `${receipts(delivered)} of session ${sessionId}, which had ended early, ${delivered === 1 ? 'was' : 'were'} delivered. The session is closed.`,
          );
        } else if (outcome !== 'in use' && !stopping.signal.aborted) {
          tell(`receipts of session ${sessionId} are waiting in ${folder}. ${reason ?? ''}`);
        }
      }
    } catch {
      tell(`receipts of earlier sessions in ${folder} could not be delivered because of an unexpected error.`);
    }
  }
  return {
    start() {
      running ??= deliver();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Opens the session. While the service is away, the first call that it can answer opens it. */
async function openSession(recorder: SessionRecorder, url: string): Promise<void> {
  try {
    tell(`session ${await recorder.open()}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const cause = error instanceof ApiFailure ? error : error.cause;
    const isRefused = cause instanceof ApiFailure && cause.status >= 400 && cause.status < 500 && cause.status !== 429;
    if (isRefused) throw new Refusal(`The service refused to open a session: ${cause.message} (${cause.code})`, 1);
    if (error instanceof TypeError) throw error;
    const what = isAway(error) ? `Touchstone does not answer at ${url}. ${startWords(url)}` : error.message;
    tell(`${what} Tools cannot be called until then.`);
  }
}

/** How many, in words: `1 receipt`. */
function receipts(count: number): string {
  return `${count} receipt${count === 1 ? '' : 's'}`;
}

function exitCodeOf(session: RecordedSession | null, bundle: string | undefined, serverCode: number): number {
  if (session === null) {
    tell('no session was opened, so nothing was attested and no tool was called.');
    return serverCode === 0 && bundle !== undefined ? 1 : serverCode;
  }
  const { sessionId, waiting, refused, file } = session;
  if (waiting > 0 && file !== null) {
    tell(
      `${receipts(waiting)} of session ${sessionId} ${waiting === 1 ? 'is' : 'are'} waiting in ${file}. Deliver with the next start, or with \`touchstone agents deliver\`.`,
    );
  } else if (waiting > 0)
    tell(
      `${receipts(waiting)} could not be delivered and ${waiting === 1 ? 'is' : 'are'} missing in session ${sessionId}.`,
    );
  if (refused.length > 0) {
    tell(`The service refused ${receipts(refused.length)} (${codesOf(refused)}), missing in session ${sessionId}.`);
  }
  const isComplete = waiting + refused.length === 0;
  if (bundle !== undefined) {
    if (session.bundle === null) tell(`${bundle} was not written. \`touchstone agents export\` writes it later.`);
    else writeNew(bundle, `${JSON.stringify(session.bundle)}\n`);
  }
  return serverCode === 0 && (!isComplete || (bundle !== undefined && session.bundle === null)) ? 1 : serverCode;
}

function argumentOf(options: Options, name: string, byDefault: string): string | null {
  const stated = options.value(name) ?? byDefault;
  return stated === 'none' ? null : stated;
}

function maxValue(text: string | undefined): number {
  if (text === undefined) return 0;
  const value = /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new Refusal('--max-value needs a decimal number above 0.');
  return value;
}
