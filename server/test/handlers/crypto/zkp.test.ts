import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

function call(path: 'prove' | 'verify', json: object) {
  return server.call('POST', `/v1/zkp/stark/${path}`, { token: server.admin, json });
}

async function proven(attribute = 'nationality', value = 'CH') {
  const made = await call('prove', { statement: 'identity', attribute, witness: { value } });
  expect(made.status).toBe(200);
  return made.body as {
    readonly proof: string;
    readonly public_inputs: { readonly commitment: string; readonly attribute: string };
  };
}

const statement = 'identity';

test.each([
  ['nationality', 'CH'],
  ['a', '1234567'],
  ['Ort', 'a text of more than seven bytes'],
  ['名前', '値'],
])('what is proven of %s verifies with and without the attribute', async (attribute, value) => {
  const { proof, public_inputs } = await proven(attribute, value);
  expect(public_inputs.attribute).toBe(attribute);
  expect(Buffer.from(public_inputs.commitment, 'base64')).toHaveLength(32);
  const { commitment } = public_inputs;
  for (const inputs of [public_inputs, { commitment }]) {
    const answer = await call('verify', { proof, statement, public_inputs: inputs });
    expect(answer.body).toEqual({ valid: true, verify_time_ns: expect.any(Number) });
    expect(Number(answer.at('verify_time_ns'))).toBeGreaterThan(0);
  }
});

test('a proof for other public inputs, and a changed one, are not valid', async () => {
  const [one, other] = [await proven(), await proven()];
  const foreign = await call('verify', { proof: one.proof, statement, public_inputs: other.public_inputs });
  expect(foreign.at('valid')).toBe(false);
  const renamed = { ...one.public_inputs, attribute: 'residency' };
  expect((await call('verify', { proof: one.proof, statement, public_inputs: renamed })).at('valid')).toBe(false);
  const short = { commitment: 'AAAA' };
  expect((await call('verify', { proof: one.proof, statement, public_inputs: short })).at('valid')).toBe(false);
  // The attribute inside the proof is bound, too.
  const bytes = Buffer.from(one.proof, 'base64');
  bytes.write('residencies', 2);
  const changed = {
    proof: bytes.toString('base64'),
    statement,
    public_inputs: { commitment: one.public_inputs.commitment },
  };
  expect((await call('verify', changed)).at('valid')).toBe(false);
});

test('bytes that are no proof are INVALID_PROOF', async () => {
  const { proof, public_inputs } = await proven();
  const bytes = Buffer.from(proof, 'base64');
  const broken = [
    Buffer.alloc(0),
    Buffer.from([0]),
    Buffer.from([0, 11]),
    Buffer.alloc(20_000, 7),
    bytes.subarray(0, -1),
    Buffer.concat([bytes, Buffer.alloc(1)]),
  ];
  for (const one of broken) {
    const answer = await call('verify', { proof: one.toString('base64'), statement, public_inputs });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_PROOF']);
  }
});

test('statements and public inputs of another form are refused', async () => {
  const { proof, public_inputs } = await proven();
  const unknown = await call('verify', { proof, statement: 'age_threshold/v9', public_inputs });
  expect([unknown.code, unknown.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'statement']);
  const text = await call('verify', { proof, statement, public_inputs: { commitment: 'no base64' } });
  expect([text.code, text.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'public_inputs.commitment']);
  const more = await call('verify', { proof, statement, public_inputs: { ...public_inputs, value: 'CH' } });
  expect([more.code, more.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'public_inputs.value']);
  const other = await call('verify', { proof, statement: 'age_threshold/v1', public_inputs: {} });
  expect([other.status, other.at('valid')]).toEqual([200, false]);
  const wrong = await call('prove', { statement: 'age_threshold/v1', attribute: 'a', witness: { value: 'b' } });
  expect(wrong.status).toBe(400);
});

test('the value is in nothing that is answered or logged', async () => {
  const value = 'hiddenvalue-Ruritania-7719';
  const made = await proven('nationality', value);
  expect(JSON.stringify(made)).not.toContain(value);
  expect(Buffer.from(made.proof, 'base64').includes(value)).toBe(false);
  expect(server.logged.join('\n')).not.toContain(value);
});
