import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { type GradeBody, readGrade } from '@touchstone/core/grade/record.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';
import { FACTS, gradeRecord, signedAgain } from './signed-grade.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key } = await server.newKey());
  await server.deps.keySets.prepare();
}, 300_000);
afterAll(() => server.close());

/** A grade that holds, or one with other members that was signed again as it is. */
async function recordWith(members: Partial<GradeBody> = {}) {
  const { keySets, clock } = server.deps;
  const { signature, ...body } = await gradeRecord(keySets, clock());
  return Object.keys(members).length === 0 ? { ...body, signature } : signedAgain(keySets, { ...body, ...members });
}

const named = (project: string) => gradeRecord(server.deps.keySets, server.deps.clock(), { project });
const submit = (json: object, token = key) => server.call('POST', '/v1/grades', { token, json });
const read = (id: unknown, token = key) => server.call('GET', `/v1/grades/${id}`, { token });

describe('S17: a grade that is submitted', () => {
  test('is answered as the service signed it, and says that it is self-reported', async () => {
    const record = await recordWith();
    const answer = await submit(record);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ ...record, self_reported: true });
    expect(answer.at('grade_id')).toMatch(/^grd_[0-9a-f]{16}$/);
    const { service_signature: signature, ...signed } = answer.body as JsonObject & { service_signature: string };
    const verify = await server.deps.statements.verifier();
    expect(await verify('grade', signed, signature, String(signed.keyset_id))).toBe(true);
    expect(await verify('grade', { ...signed, self_reported: false }, signature, String(signed.keyset_id))).toBe(false);
    const again = await read(answer.at('grade_id'));
    expect(again.body).toEqual(answer.body);
    const { grade_id: _id, signer, self_reported, submitted_at, keyset_id, ...submitted } = signed;
    expect(readGrade(submitted).ok).toBe(true);
    expect([self_reported, typeof submitted_at, typeof keyset_id]).toEqual([true, 'string', 'string']);
    const [current] = await server.deps.keySets.verifying('3key');
    expect(signer).toEqual({ keyset_id: current?.keyset_id, fingerprint: current?.fingerprint });
  });

  test.each([
    ['a score that is not the weighted sum', { score: 93 }, 'score'],
    ['a letter that does not follow', { grade: 'A+' }, 'grade'],
    [
      'a letter above its cap',
      { dimensions: { ...FACTS.dimensions, security_posture: 69 }, score: 86, grade: 'A-' },
      'grade',
    ],
    [
      'another score of the same commitment',
      { dimensions: { ...FACTS.dimensions, compliance: 94 } },
      'value_commitment',
    ],
    ['a proof about another root', { file_root: '1'.repeat(64) }, 'proof'],
    ['a proof that is none', { proof: 'stark:AAAA' }, 'proof'],
    ['a project with an invisible character', { project: 'a\u202eb' }, 'project'],
  ] as const)('%s is refused by name, and nothing is stored', async (_what, members, field) => {
    const before = (await server.deps.db.selectFrom('grades').select('id').execute()).length;
    const answer = await submit(await recordWith(members));
    expect([answer.status, answer.code, answer.headers['x-error-field']]).toEqual([400, 'INVALID_REQUEST', field]);
    expect((await server.deps.db.selectFrom('grades').select('id').execute()).length).toBe(before);
  });

  test('a date at which the key set is not valid yet is refused', async () => {
    const answer = await submit(await gradeRecord(server.deps.keySets, Date.UTC(2099, 0)));
    expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'signature']);
  });

  test('a signature over another grade is refused', async () => {
    const { signature } = await named('another');
    const answer = await submit({ ...(await recordWith()), signature });
    expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'signature']);
  });

  test('text that is no 3-key signature, and losses, are refused', async () => {
    expect((await submit({ ...(await recordWith()), signature: '3key:nothing' })).code).toBe('INVALID_REQUEST');
    expect((await submit({ ...(await recordWith()), losses: [] })).code).toBe('INVALID_REQUEST');
  });
});

describe('a grade that is submitted again', () => {
  test('is answered as it was recorded, in any order of its members, and costs nothing', async () => {
    const { key: own, projectId } = await server.newKey();
    const record = await recordWith();
    const first = await submit(record, own);
    const accounts = server.deps.db.selectFrom('accounts').innerJoin('projects', 'projects.account_id', 'accounts.id');
    const left = () => accounts.select('credits').where('projects.id', '=', projectId).executeTakeFirstOrThrow();
    const before = await left();
    server.advance(60_000);
    const again = await submit(Object.fromEntries(Object.entries(record).reverse()), own);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await left()).toEqual(before);
    expect((await server.call('GET', '/v1/grades', { token: own })).at('items')).toHaveLength(1);
    // Another project has a record of its own, and the same code graded again is another grade.
    const { key: other } = await server.newKey();
    expect((await submit(record, other)).at('grade_id')).not.toBe(first.at('grade_id'));
    expect((await submit(await recordWith(), own)).at('grade_id')).not.toBe(first.at('grade_id'));
    await server.call('DELETE', `/v1/grades/${first.at('grade_id')}`, { token: own });
    expect((await submit(record, own)).body).toEqual(first.body);
    expect((await server.call('GET', '/v1/grades', { token: own })).at('items')).toHaveLength(1);
  });

  test('and many times at once has one record', async () => {
    const { key: own } = await server.newKey();
    const record = await recordWith();
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit(record, own)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await server.call('GET', '/v1/grades', { token: own })).at('items')).toHaveLength(1);
  });
});

describe('12.36: the list', () => {
  test('has the newest first, in pages, and no grades of other projects', async () => {
    const { key: own } = await server.newKey();
    const ids: unknown[] = [];
    for (const project of ['first', 'second', 'third']) {
      ids.push((await submit(await named(project), own)).at('grade_id'));
    }
    const page = await server.call('GET', '/v1/grades?limit=2', { token: own });
    expect((page.at('items') as { project: string }[]).map(({ project }) => project)).toEqual(['third', 'second']);
    const next = await server.call('GET', `/v1/grades?limit=2&cursor=${page.at('next_cursor')}`, { token: own });
    expect(next.at('items.0.project')).toBe('first');
    expect(next.at('next_cursor')).toBe(null);
    expect((await read(ids[0])).code).toBe('NOT_FOUND');
    expect((await server.call('GET', '/v1/grades?cursor=x', { token: own })).code).toBe('INVALID_REQUEST');
  });

  test('a hidden grade leaves the list and can still be read', async () => {
    const { key: own } = await server.newKey();
    const id = (await submit(await recordWith(), own)).at('grade_id');
    expect((await server.call('DELETE', `/v1/grades/${id}`, { token: key })).code).toBe('NOT_FOUND');
    const hidden = await server.call('DELETE', `/v1/grades/${id}`, { token: own });
    expect(hidden.body).toEqual({ grade_id: id, hidden: true });
    expect((await server.call('DELETE', `/v1/grades/${id}`, { token: own })).status).toBe(200);
    expect((await server.call('GET', '/v1/grades', { token: own })).at('items')).toEqual([]);
    expect((await read(id, own)).status).toBe(200);
  });
});
