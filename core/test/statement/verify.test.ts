import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { hashLines, type TranscriptLine } from '@touchstone/core/calls/transcript.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { notChecked } from '@touchstone/core/verdict/outcome-words.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromInteger, MODULUS } from '../../src/mpc/field.ts';
import { describeSession } from '../../src/mpc/session.ts';
import { share } from '../../src/mpc/shamir.ts';
import { transcriptJson, transcriptOf } from '../../src/mpc/transcript.ts';
import { type FiledKind, statementFile } from '../../src/statement/file.ts';
import { STATEMENT_KINDS } from '../../src/statement/kinds.ts';
import { verifyStatementFile } from '../../src/statement/verify.ts';
import { NOW, newServiceSet, optionsFor, provider, secretsOf, trusting } from '../agent/bundle-fixture.ts';

const AT = formatIsoTime(NOW - 60_000);

let service: GeneratedKeySet;
let trust: TrustStore;
let body: JsonObject;
beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  body = transcript('average', 45n);
});

function transcript(task: 'average' | 'sum', opened: bigint): JsonObject {
  const session = describeSession({
    sessionId: '3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6',
    participants: 3,
    threshold: 2,
    task,
    partyKeys: [1, 2, 3].map(() => systemRandom(1568)),
    expiresAt: formatIsoTime(NOW),
  });
  const made = transcriptOf({
    session,
    contributions: ['p1', 'p3'].map((participant) => ({ participant, sha3_256: '5b'.repeat(32), received_at: AT })),
    shares: share(BigUint64Array.of(fromInteger(opened)), systemRandom).map((list) => list[0] ?? 0n),
    multiplications: 0,
    openings: 3,
    computedAt: AT,
    keysetId: service.keySet.keyset_id,
  });
  if (made === null) throw new Error('the shares lie on no line');
  return transcriptJson(made);
}

async function signed(statement: JsonObject, kind: FiledKind = 'mpc-proof', by = service): Promise<JsonObject> {
  const key = secretsOf(by).get('ML-DSA-65');
  if (key === undefined) throw new Error('no ML-DSA-65');
  return statementFile(kind, statement, await signStatement(kind, statement, key, provider));
}

const judge = (file: JsonValue, store = trust) => verifyStatementFile(utf8(JSON.stringify(file)), optionsFor(store));
const failing = (report: Awaited<ReturnType<typeof judge>>) =>
  report.checks.filter(({ status }) => status === 'failed').map(({ id }) => id);

test('S32: the transcript of a joint computation that a trusted service signed is Verified, with what it does not show', async () => {
  const file = await signed(body);
  const report = await judge(file);
  expect([report.outcome, report.exit_code, failing(report)]).toEqual(['VERIFIED', 0, []]);
  expect(report.subject).toMatchObject({ computation: 'average', result: 22.5, contributed: 'p1, p3' });
  expect(notChecked(report)).toHaveLength(4);
  expect(recognise(utf8(JSON.stringify(file)))).toEqual({ kind: 'statement' });
  expect([
    (await judge(file, EMPTY_TRUST_STORE)).code,
    (await judge(await signed(body, 'mpc-proof', await newServiceSet()))).code,
  ]).toEqual(['SIGNER_NOT_TRUSTED', 'SIGNATURE_INVALID']);
});

describe('S32: a transcript whose members contradict each other fails, although it is signed', () => {
  const [first, second, third] = [1, 2, 3].map((value) => value.toString(16).padStart(16, '0'));
  const line = [first, second, third];
  test.each<[string, string, JsonObject]>([
    ['another result', 'integrity.result', { result: 23 }],
    ['another opened number', 'integrity.shares', { opened: '46', result: 23 }],
    ['shares that give another number', 'integrity.shares', { result_shares: line as JsonValue }],
    ['shares on no line', 'integrity.shares', { result_shares: [first, second, first] as JsonValue }],
    [
      'a share that is no element',
      'integrity.shares',
      { result_shares: [MODULUS.toString(16).padStart(16, '0'), second, third] as JsonValue },
    ],
    ['another session', 'integrity.session', { session_sha3_256: '00'.repeat(32) }],
    [
      'a contribution twice',
      'integrity.contributions',
      { contributions: [1, 2].map(() => ({ participant: 'p1', sha3_256: '5b'.repeat(32), received_at: AT })) },
    ],
    ['too few contributions', 'integrity.contributions', { contributions: [], result: 22.5 }],
    [
      'a stranger',
      'integrity.contributions',
      {
        contributions: ['p1', 'p9'].map((participant) => ({ participant, sha3_256: '5b'.repeat(32), received_at: AT })),
      },
    ],
  ])('%s', async (_, check, changes) => {
    const report = await judge(await signed({ ...body, ...changes }));
    expect(report.outcome).toBe('FAILED');
    expect(failing(report)).toContain(check);
  });
});

test('what is no statement is an input error that names the member', async () => {
  const file = await signed(body);
  const at = async (value: JsonValue) => (await judge(value)).checks.find(({ status }) => status === 'failed')?.id;
  expect(await at({ ...file, format: 'svc-statement/v2' })).toBe('format.schema.format');
  expect(await at({ ...file, kind: 'provenance' })).toBe('format.schema.kind');
  expect(await at({ ...file, more: 1 })).toBe('format.schema.more');
  expect(await at({ ...file, body: { ...body, session: { ...(body.session as JsonObject), threshold: 4 } } })).toBe(
    'format.schema.body.session.threshold',
  );
  expect(await at({ ...file, body: { ...body, computed_at: 'now' } })).toBe('format.schema.body.computed_at');
});

describe('a transcript of a call', () => {
  const at = (seconds: number) => formatIsoTime(NOW - 600_000 + seconds * 1000);
  const LINES: readonly TranscriptLine[] = [
    { sequence: 1, at: at(1), kind: 'key_exchange', from: 'ada', to: '*' },
    { sequence: 2, at: at(2), kind: 'key_exchange', from: 'grace', to: 'ada' },
    { sequence: 3, at: at(9), kind: 'caption', from: 'grace', to: '*', text: 'Good morning.' },
    { sequence: 4, at: at(9), kind: 'candidate', from: null, to: 'ada' },
  ];
  const KEYS = { ada: '0a'.repeat(32), grace: '0b'.repeat(32) };
  const exchange = (completed: boolean, keys: JsonObject = KEYS) => ({
    algorithm: 'ml-kem-1024',
    media_cipher: 'aes-256-gcm',
    completed,
    public_keys_sha3_256: keys,
  });
  const transcriptWith = (changes: JsonObject = {}, lines = LINES): JsonObject => ({
    transcript_id: 'tx_0123456789abcdef',
    session_id: 'vs_0123456789abcdef',
    participants: ['ada', 'grace'],
    opened_at: at(0),
    status: 'ended',
    ended_at: at(61.5),
    end_reason: 'ended',
    duration_seconds: 61.5,
    made_at: at(90),
    key_exchange: exchange(true),
    lines: [...hashLines(lines)],
    keyset_id: service.keySet.keyset_id,
    ...changes,
  });
  const judgeCall = async (changes: JsonObject, lines = LINES) =>
    judge(await signed(transcriptWith(changes, lines), 'transcript'));
  const NO_END = { status: 'open', ended_at: null, end_reason: null, duration_seconds: 90 };

  test('is Verified with what it does not show, also while the call goes on and before its end is written down', async () => {
    const report = await judgeCall({});
    expect([report.outcome, failing(report)]).toEqual(['VERIFIED', []]);
    expect(report.subject).toMatchObject({ participants: 'ada, grace', lines: 4, captions: 1, duration_seconds: 61.5 });
    expect(notChecked(report)).toEqual(expect.arrayContaining(['who the participants are', 'the key exchange']));
    for (const [changes, lines] of [
      [NO_END, LINES],
      [{ ...NO_END, status: 'expired', duration_seconds: 60 }, LINES],
      [{ status: 'expired', end_reason: 'expired' }, LINES],
      [{ end_reason: 'restored', key_exchange: exchange(false, {}) }, []],
    ] as const) {
      expect(failing(await judgeCall(changes, lines))).toEqual([]);
    }
  });

  const [first, second, third, fourth] = LINES as [TranscriptLine, TranscriptLine, TranscriptLine, TranscriptLine];
  test.each<[string, string, readonly TranscriptLine[]]>([
    ['a line left out', 'integrity.order', [first, third, fourth]],
    ['a line twice', 'integrity.order', [first, second, second, third]],
    ['lines swapped', 'integrity.order', [second, first]],
    ['a beginning left out', 'integrity.order', [second, third, fourth]],
    ['a stranger who sends', 'integrity.participants', [{ ...first, from: 'eve' }]],
    ['a stranger who receives', 'integrity.participants', [{ ...first, to: 'eve' }]],
    ['a message to oneself', 'integrity.participants', [{ ...first, to: 'ada' }]],
  ])('fails with %s, although the hashes are made anew', async (_, check, lines) => {
    const report = await judgeCall({}, lines);
    expect([report.code, failing(report)]).toEqual(['STATEMENT_MISMATCH', [check]]);
  });

  test('fails where a line was changed after it was hashed, and names it', async () => {
    const lines = hashLines(LINES).map((line) => (line.sequence === 3 ? { ...line, text: 'Good night.' } : line));
    const report = await judgeCall({ lines });
    expect([report.code, failing(report)]).toEqual(['HASH_MISMATCH', ['integrity.lines']]);
    expect(report.checks.find(({ id }) => id === 'integrity.lines')?.sentence).toContain('Line 3 ');
  });

  test.each<[string, string, JsonObject]>([
    ['one name twice', 'integrity.participants', { participants: ['ada', 'ada', 'grace'] }],
    ['everybody as a name', 'integrity.participants', { participants: ['ada', 'grace', '*'] }],
    ['the key of a stranger', 'integrity.participants', { key_exchange: exchange(true, { ...KEYS, eve: KEYS.ada }) }],
    ['an exchange of one key', 'integrity.participants', { key_exchange: exchange(true, { ada: KEYS.ada }) }],
    ['another duration', 'integrity.end', { duration_seconds: 60 }],
    ['an open call that has ended', 'integrity.end', { status: 'open' }],
    ['an end without reason', 'integrity.end', { end_reason: null }],
    ['another reason', 'integrity.end', { end_reason: 'expired' }],
    ['an end before its opening', 'integrity.end', { ended_at: at(-1), duration_seconds: 0 }],
    ['an open call that is older than it says', 'integrity.end', { ...NO_END, duration_seconds: 89 }],
    ['a call without end that ended', 'integrity.end', { ...NO_END, status: 'ended' }],
  ])('fails with %s', async (_, check, changes) => {
    const report = await judgeCall(changes);
    expect([report.code, failing(report)]).toEqual(['STATEMENT_MISMATCH', [check]]);
  });

  test.each<[string, JsonObject]>([
    ['body.lines[0].text', { lines: hashLines([{ ...first, text: 'no caption' }]) as unknown as JsonValue }],
    ['body.lines[2].text', { lines: hashLines(LINES).map(({ text: _, ...line }) => line) as unknown as JsonValue }],
    ['body.lines[0].kind', { lines: [{ ...first, kind: 'shout' }] }],
    ['body.lines', { lines: {} }],
    ['body.key_exchange.completed', { key_exchange: { ...exchange(true), completed: 'yes' } }],
    ['body.duration_seconds', { duration_seconds: -1 }],
    ['body.more', { more: 1 }],
  ])('is an input error that names %s', async (member, changes) => {
    const report = await judgeCall(changes);
    expect(report.outcome).toBe('INPUT_ERROR');
    expect(report.checks.find(({ status }) => status === 'failed')?.id).toBe(`format.schema.${member}`);
  });
});

describe('the end of a call', () => {
  const at = (seconds: number) => formatIsoTime(NOW - 7_200_000 + seconds * 1000);
  const judgeEnd = async (changes: JsonObject) => {
    const end = {
      session_id: 'vs_0123456789abcdef',
      project_id: 'prj_0123456789abcdef',
      opened_at: at(0),
      expires_at: at(3_600),
      ended_at: at(61),
      reason: 'ended',
      security_level: 'L5',
      record_transcript: true,
      messages: 7,
      minutes: 2,
      keyset_id: service.keySet.keyset_id,
      ...changes,
    };
    return judge(await signed(end, 'call-end'));
  };

  test.each<[string, JsonObject]>([
    ['by request', {}],
    ['at once', { ended_at: at(0), minutes: 1 }],
    ['by its time', { reason: 'expired', ended_at: at(3_600), minutes: 60 }],
    ['where the credits ended', { reason: 'credits', ended_at: at(120) }],
    ['by a restore, with a minute that nobody charged', { reason: 'restored', minutes: 1 }],
    ['by a restore when its time was over', { reason: 'restored', ended_at: at(3_600), minutes: 60 }],
  ])('%s is Verified', async (_, changes) => {
    const report = await judgeEnd(changes);
    expect([report.outcome, failing(report)]).toEqual(['VERIFIED', []]);
    expect(report.subject).toMatchObject({ messages: 7, record_transcript: 'yes' });
  });

  test.each<[string, readonly string[], JsonObject]>([
    ['before its opening', ['integrity.end'], { ended_at: at(-1), minutes: 1 }],
    ['after its time', ['integrity.end'], { ended_at: at(3_601), minutes: 61 }],
    ['by its time before that', ['integrity.end'], { reason: 'expired' }],
    ['by request when its time was over', ['integrity.end'], { ended_at: at(3_600), minutes: 60 }],
    ['with a minute too many', ['integrity.minutes'], { minutes: 3 }],
    ['with a minute too few', ['integrity.minutes'], { minutes: 1 }],
    ['within a paid minute for want of credits', ['integrity.minutes'], { reason: 'credits' }],
    ['by a restore with a minute too many', ['integrity.minutes'], { reason: 'restored', minutes: 3 }],
  ])('%s fails', async (_, checks, changes) => {
    const report = await judgeEnd(changes);
    expect([report.code, failing(report)]).toEqual(['STATEMENT_MISMATCH', checks]);
  });

  test('of another form is an input error that names the member', async () => {
    for (const [member, value] of [
      ['minutes', 0],
      ['reason', 'tired'],
      ['record_transcript', 1],
      ['expires_at', 'soon'],
    ] as const) {
      const report = await judgeEnd({ [member]: value });
      expect(report.checks.find(({ status }) => status === 'failed')?.id).toBe(`format.schema.body.${member}`);
    }
  });
});

test.each(
  Object.keys(STATEMENT_KINDS).filter((kind) => STATEMENT_KINDS[kind as FiledKind].judge === undefined) as FiledKind[],
)('12.19: a statement of kind %s is verified by its signature', async (kind) => {
  const { time, keySet } = STATEMENT_KINDS[kind];
  const statement = { [time]: AT, [keySet]: service.keySet.keyset_id, said: { so: true } };
  const file = await signed(statement, kind);
  expect([(await judge(file)).outcome, (await judge(file)).subject.said]).toEqual(['VERIFIED', '{"so":true}']);
  const changed = { ...file, body: { ...statement, said: { so: false } } };
  expect((await judge(changed)).code).toBe('SIGNATURE_INVALID');
  const other = kind === 'audit' ? 'admin-audit' : 'audit';
  const renamed = {
    ...file,
    kind: other,
    body: { ...statement, created_at: AT, keyset_id: service.keySet.keyset_id },
  };
  expect((await judge(renamed)).code).toBe('SIGNATURE_INVALID');
});

test('bytes of the signature that are none', async () => {
  const report = await judge({ ...(await signed(body)), signature: toBase64(new Uint8Array(3)) });
  expect(report.code).toBe('SIGNATURE_INVALID');
});
