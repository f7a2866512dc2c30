import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
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

test.each(Object.keys(STATEMENT_KINDS).filter((kind) => kind !== 'mpc-proof') as FiledKind[])(
  '12.19: a statement of kind %s is verified by its signature',
  async (kind) => {
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
  },
);

test('bytes of the signature that are none', async () => {
  const report = await judge({ ...(await signed(body)), signature: toBase64(new Uint8Array(3)) });
  expect(report.code).toBe('SIGNATURE_INVALID');
});
