/** `touchstone joint`: takes part in a joint computation. An input is split and sealed here; nobody else ever holds it. */
import { answerFault } from '@touchstone/core/answer-fault.ts';
import type { Client } from '@touchstone/core/api/client.ts';
import { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import { group } from '@touchstone/core/api/endpoint.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import { fromBase64, fromUtf8, toHex } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { isResultOf, taskText } from '@touchstone/core/mpc/computations.ts';
import { readParams, sealContribution } from '@touchstone/core/mpc/contribution.ts';
import { PARTY_KEM, type SessionDescription, sessionHashHex, taskOf } from '@touchstone/core/mpc/session.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { Unreadable } from '@touchstone/core/strict-members.ts';
import { kem } from '@touchstone/server/crypto/kem.ts';
import {
  CONNECTION_OPTIONS,
  type Connection,
  clientFor,
  connectionHelp,
  connectionOf,
  refusalOf,
} from '../agents/connection.ts';
import { type Context, note, say, sayJson } from '../command-line/context.ts';
import { didYouMean } from '../command-line/nearest.ts';
import { type Options, readOptions, required } from '../command-line/options.ts';
import { STANDARD_INPUT } from '../files/bounded-read.ts';
import { readText, refuseExisting, writeNew } from '../files/read-and-write.ts';
import { askHidden, hasTerminal } from '../terminal/prompt.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { requireTranscript } from './joint-transcript.ts';

const TOKEN_VARIABLE = 'TOUCHSTONE_PARTICIPANT_TOKEN';

const HELP = `touchstone joint takes part in joint computations of a running service.

Usage:
  touchstone joint show [--out FILE] [--json] SESSION
      what is computed, with whom, how many inputs it waits for, and the result once there is one, as the service states it.
      --out writes the transcript of a computed session to a new *.pqst.json file, once it is found to be of this session and
      this result and signed by a key set that the service publishes; pq-verify statement checks it without the service
  touchstone joint contribute --as PARTICIPANT [--input FILE] [--token-file FILE] [--json] SESSION
      contributes an input, a whole number. The number is split here into three shares, each sealed to one computing party of
      this session, and is never sent. Shows first what is computed and with whom, then what is sent; the transcript lists the same hash

Options of \`contribute\`:
  --as PARTICIPANT   a participant of the session, such as p1
  --input FILE       a file that holds the number, or - for standard input. Without --input you are asked at the terminal, and
                     where there is none standard input is read. Never on the command line, where other users can see it
  --token-file FILE  a file that holds the participant's token, for sessions that were opened with tokens (else
                     ${TOKEN_VARIABLE}, or a question at the terminal)

Options of every command:
${connectionHelp('fhe')}
  --json          print one JSON document instead of text. A refusal prints none, and says why on standard error; but what was
                  sent and not confirmed is in a document too

Exit codes: 0 done, 1 refused, or the service cannot be reached or answers something else, 2 wrong command line, unreadable file or unusable input.
`;

const API = { crypto: { mpc }, signing: { svcKey: group({ publicKeys: svcKey.publicKeys }) } } as const;
type Mpc = Client<typeof API>['crypto']['mpc'];
type SvcKey = Client<typeof API>['signing']['svcKey'];

/** A transcript of 256 participants has about 60 kB. */
const MOST_ANSWER_BYTES = 1024 * 1024;

interface Call {
  readonly client: Mpc;
  readonly svcKey: SvcKey;
  readonly connection: Connection;
  readonly options: Options;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Subcommand {
  readonly uses: readonly string[];
  readonly go: (call: Call) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Subcommand>> = {
  show: { uses: ['--out'], go: show },
  contribute: { uses: ['--as', '--input', '--token-file'], go: contribute },
};

const OWN_OPTIONS = Object.values(COMMANDS).flatMap(({ uses }) => uses);

export async function joint(args: readonly string[], context: Context): Promise<number> {
  // The command is the first word; its options follow.
  const isNamed = args[0] !== undefined && !args[0].startsWith('-');
  const options = readOptions(isNamed ? args.slice(1) : args, {
    flags: ['--json', '--help', '-h'],
    single: [...CONNECTION_OPTIONS, ...OWN_OPTIONS],
    words: 'command',
  });
  const [command, ...words] = isNamed ? [args[0], ...options.words] : options.words;
  const asksForHelp = options.has('--help') || options.has('-h');
  if (asksForHelp || command === undefined) {
    say(HELP.trimEnd());
    return asksForHelp ? 0 : 2;
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) {
    throw new Refusal(`Unknown command ${JSON.stringify(command)}.${didYouMean(command, Object.keys(COMMANDS))}`);
  }
  const unused = OWN_OPTIONS.find((name) => options.has(name) && !run.uses.includes(name));
  if (unused !== undefined) throw new Refusal(`${command} does not take ${unused}.`);
  const [sessionId] = words;
  if (sessionId === undefined || words.length > 1) throw new Refusal(`${command} needs one argument: SESSION.`);
  const connection = connectionOf(options, process.env, 'fhe');
  try {
    const { crypto, signing } = clientFor(API, connection, MOST_ANSWER_BYTES);
    return await run.go({
      client: crypto.mpc,
      svcKey: signing.svcKey,
      connection,
      options,
      sessionId,
      now: context.now(),
    });
  } catch (error) {
    throw refusalOf(error, connection);
  }
}

/** A session as the service answers it, with what `public_params` describe. */
async function sessionOf({ client, sessionId }: Call) {
  const answer = await client.get({ params: { session_id: sessionId } });
  requireNoFault(answerFault(mpc.get.response, answer), 'a session');
  const session = describedIn(answer.public_params);
  // An input that is sealed to another description would serve another computation.
  if (session.session_id !== sessionId) throw notDescribed('public_params.session_id', 'It is another session.');
  const contradicting = contradiction(answer, session);
  if (contradicting !== null) {
    throw new Refusal(
      `The answer of the service contradicts itself or the session's description: ${contradicting}.`,
      1,
    );
  }
  return { answer, session };
}

function describedIn(publicParams: string): SessionDescription {
  try {
    return readParams(publicParams);
  } catch (error) {
    if (error instanceof Unreadable) throw notDescribed(error.field, error.message);
    throw error;
  }
}

function notDescribed(member: string, fault: string): Refusal {
  return new Refusal(`The service answered no description of this session: ${member}: ${fault}`, 1);
}

/** The member by which an answer contradicts the description, or itself; null where none does. */
function contradiction(answer: Awaited<ReturnType<Mpc['get']>>, session: SessionDescription): string | null {
  const { state, contributions, needed, contributed, result, proof } = answer;
  const { participants, threshold } = session;
  if (needed !== threshold) return 'needed';
  const places = contributed.map((id) => participants.indexOf(id));
  if (places.some((place, at) => place < 0 || places.indexOf(place) !== at)) return 'contributed';
  if (contributions !== contributed.length) return 'contributions';
  if ((state === 'collecting') !== contributions < threshold) return 'state';
  if (result !== undefined && !isResultOf(taskOf(session), result, places)) return 'result';
  if ((result !== undefined) !== (state === 'computed')) return 'result';
  return (proof !== undefined) === (state === 'computed') ? null : 'proof';
}

/** Throws Refusal where `answerFault` names a member. */
function requireNoFault(member: string | null, what: string): void {
  if (member === null) return;
  throw new Refusal(`The service answered something else than ${what}: ${member} is missing or no such value.`, 1);
}

async function show(call: Call): Promise<number> {
  const { options } = call;
  const out = options.value('--out');
  if (out !== undefined) refuseExisting(out);
  const { answer, session } = await sessionOf(call);
  const { state, contributions, needed, contributed, has_tokens, result, proof, trust_model } = answer;
  const transcript = fromBase64(proof ?? '') ?? new Uint8Array();
  if (out !== undefined) {
    if (proof === undefined) throw new Refusal('This session is not computed yet: no transcript.', 1);
    const { keysets }: { readonly keysets?: unknown } = (await call.svcKey.publicKeys({})) ?? {};
    if (!Array.isArray(keysets)) throw new Refusal('The service answered something else than its key sets.', 1);
    await requireTranscript(transcript, { session, result, contributed }, keysets, call.now);
  }
  if (options.has('--json')) {
    const { participants, custom, computation, expires_at, session_id } = session;
    const described = {
      session_id,
      computation,
      ...(custom === undefined ? {} : { custom }),
      participants,
      expires_at,
    };
    const now = { state, needed, contributed, has_tokens, ...(result === undefined ? {} : { result }) };
    sayJson({ ...described, ...now, session_sha3_256: sessionHashHex(session), trust_model });
  } else {
    say(describe(session));
    say(
      `State:        ${state}, ${contributions} of ${needed} needed inputs are in${contributed.length === 0 ? '' : `: ${shown(contributed.join(', '))}`}`,
    );
    if (has_tokens) say('Tokens:       contributing needs the token of the participant');
    if (result !== undefined) {
      say(`Result:       ${result}`);
      if (out === undefined) say('              as the service states it; --out verifies its transcript');
    }
    say(`Session hash: ${sessionHashHex(session)}`);
    say(shown(trust_model));
  }
  if (out !== undefined) {
    writeNew(out, `${fromUtf8(transcript) ?? ''}\n`);
    if (!options.has('--json')) {
      say(
        `${shown(out)} contains the transcript: of this session and this result, signed by a key set that the service`,
      );
      say(
        'publishes. Whether that is the one you trust, only its fingerprint tells, from another channel. Check it with:',
      );
      say(`  pq-verify statement --keys FILE ${shown(out)}`);
    }
  }
  return 0;
}

/** What a participant has to know before contributing. */
function describe(session: SessionDescription): string {
  const { participants, threshold, most_input: most, expires_at: until } = session;
  return [
    `Computes:     ${taskText(taskOf(session))} of whole numbers from -${most} to ${most}`,
    `Participants: ${shown(participants.join(', '))}; at least ${threshold} of them contribute`,
    `Open until:   ${shown(until)}`,
  ].join('\n');
}

async function contribute(call: Call): Promise<number> {
  const { client, options, sessionId } = call;
  const participant = required(options, '--as');
  const { answer, session } = await sessionOf(call);
  requireOpenFor(participant, session, answer, call.now);
  const isForPrograms = options.has('--json');
  const about = `${describe(session)}\nSession hash: ${sessionHashHex(session)}\n${shown(answer.trust_model)}`;
  // Before anybody is asked for a number.
  if (!isForPrograms) say(about);
  else if (isAsked(options)) note(about);
  const token = answer.has_tokens ? await tokenOf(options) : undefined;
  if (!answer.has_tokens && options.has('--token-file')) {
    throw new Refusal('--token-file: this session was opened without tokens.');
  }
  const sealed = await sealContribution(kem, systemRandom, session, participant, await inputOf(options, session));
  if (!sealed.ok) throw new Refusal(`The input was not sealed: ${FAULTS[sealed.reason]}.`, 1);
  const bytes = fromBase64(sealed.encryptedShare) ?? new Uint8Array();
  const sent: Sent = {
    session_id: sessionId,
    participant_id: participant,
    bytes: bytes.length,
    sha3_256: toHex(sha3_256(bytes)),
    session_sha3_256: sessionHashHex(session),
  };
  if (!isForPrograms) {
    // Before it is sent: whatever ends this program, the hash has been said.
    say(
      `Sends:        three shares for ${shown(participant)}, each sealed to the ${PARTY_KEM} key of one computing party`,
    );
    say(`              ${sent.bytes} bytes, SHA3-256 ${sent.sha3_256}`);
  }
  const accepted = await client
    .contribute({
      params: { session_id: sessionId },
      body: {
        participant_id: participant,
        encrypted_share: sealed.encryptedShare,
        ...(token === undefined ? {} : { participant_token: token }),
      },
    })
    .then((given) => requireAccepted(given, session))
    .catch((error: unknown) => {
      throw unconfirmed(refusalOf(error, call.connection), sent, isForPrograms);
    });
  const { contributions, needed } = accepted;
  if (isForPrograms) {
    sayJson({ ...sent, contributions, needed });
    return 0;
  }
  say(`Inputs:       ${contributions} are in, ${needed} are needed`);
  say('Your input itself was not sent. The transcript of the computation will list this hash.');
  return 0;
}

/** What a participant compares with the transcript. */
interface Sent {
  readonly session_id: string;
  readonly participant_id: string;
  readonly bytes: number;
  readonly sha3_256: string;
  readonly session_sha3_256: string;
}

type Accepted = Awaited<ReturnType<Mpc['contribute']>>;

function requireAccepted(given: Accepted, { participants, threshold }: SessionDescription): Accepted {
  requireNoFault(answerFault(mpc.contribute.response, given), 'that it took the input');
  if (!given.accepted) throw new Refusal('The service did not take the input.', 1);
  const isPossible = given.contributions >= 1 && given.contributions <= participants.length;
  if (!isPossible || given.needed !== threshold) {
    const member = isPossible ? 'needed' : 'contributions';
    throw new Refusal(`The answer of the service contradicts the session's description: ${member}.`, 1);
  }
  return given;
}

/** Whatever was answered, or nothing: the shares have left this machine, and only their hash tells whether they were counted. */
function unconfirmed(reason: unknown, sent: Sent, isForPrograms: boolean): unknown {
  const message = reason instanceof Error ? reason.message : 'Something unexpected happened.';
  if (isForPrograms) sayJson({ ...sent, error: { code: 'UNCONFIRMED', message } });
  if (!(reason instanceof Refusal)) return reason;
  const who = sent.participant_id;
  return new Refusal(message, reason.exitCode, null, [
    `The shares for ${who} were sent and may have gone in all the same: ${sent.bytes} bytes, SHA3-256 ${sent.sha3_256}.`,
    `Keep this hash and run \`touchstone joint show ${sent.session_id}\`: it says whose inputs are in. The transcript lists the hash of each.`,
    `Where ${who} is not in, contribute again: that makes other shares, with another hash.`,
  ]);
}

const FAULTS = {
  NOT_A_PARTICIPANT: 'the session has no such participant',
  OUT_OF_RANGE: 'the number is outside the range of the session',
  BAD_KEY: 'the key of a computing party is not valid',
} as const;

/** Before anything is read that is secret. */
function requireOpenFor(
  participant: string,
  session: SessionDescription,
  { state, contributed }: Awaited<ReturnType<Mpc['get']>>,
  now: number,
): void {
  if (!session.participants.includes(participant)) {
    const known = session.participants.map((one) => shown(one)).join(', ');
    throw new Refusal(`--as: this session has no participant ${shown(participant)}. Its participants are ${known}.`);
  }
  if (state === 'computed') throw new Refusal('This session is computed: nobody contributes any more.', 1);
  if (Date.parse(session.expires_at) <= now) {
    throw new Refusal(`This session was open until ${session.expires_at}: nobody contributes any more.`, 1);
  }
  if (contributed.includes(participant)) throw new Refusal(`--as: ${shown(participant)} has contributed already.`, 1);
}

/** Whether the person at the terminal is asked for the number. */
function isAsked(options: Options): boolean {
  return options.value('--input') === undefined && hasTerminal();
}

/** The number, from a file, standard input or the terminal. No message ever repeats it. */
async function inputOf(options: Options, { most_input: most }: SessionDescription): Promise<number> {
  const file = isAsked(options) ? null : (options.value('--input') ?? STANDARD_INPUT);
  const text = (file === null ? await askHidden('Your input (not shown): ') : readText(file)).trim();
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= most)) {
    const where = file === null ? 'Your input' : file === STANDARD_INPUT ? 'Standard input' : `--input: ${file}`;
    throw new Refusal(`${where} must hold one whole number from -${most} to ${most}, in digits, and nothing else.`);
  }
  return value;
}

async function tokenOf(options: Options): Promise<string> {
  const file = options.value('--token-file');
  const variable = process.env[TOKEN_VARIABLE] ?? '';
  if (file === undefined && variable === '' && !hasTerminal()) {
    throw new Refusal(`--token-file is required: this session was opened with tokens. Or set ${TOKEN_VARIABLE}.`);
  }
  const text = file !== undefined ? readText(file) : variable !== '' ? variable : await askHidden('Your token: ');
  const token = text.trim();
  if (token === '') throw new Refusal('--token-file: the token is empty.');
  return token;
}
