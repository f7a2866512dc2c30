/** Who may use the gateway for what, and what it says afterwards (S3, S5, S23, S25). */
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectRefused, type GatewayBench, KEY, openGatewayBench } from '../../gateway/gateway-bench.ts';
import { measuredTree } from '../../gateway/measured.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await openGatewayBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.reset());
afterEach(() => vi.restoreAllMocks());

describe('S3: bindings', () => {
  test('first use needs `keys` as well, later use `gateway` only; a changed target is a new one', async () => {
    const { key: whole } = await bench.server.newKey({ plan: 'business' });
    // Keys of the local project with fewer scopes.
    const [both, gatewayOnly, keysOnly] = await Promise.all([
      bench.server.scopedKey(['gateway', 'keys']),
      bench.server.scopedKey(['gateway']),
      bench.server.scopedKey(['keys']),
    ]);
    const id = await bench.newKey(KEY, keysOnly);
    const json = {
      target_id: 'bound',
      base_url: `http://127.0.0.1:${bench.upstream.port}`,
      auth_header: 'Authorization',
      auth_template: 'Bearer {{key}}',
      allowed_paths: ['/v1/*'],
      rate_limit: 100,
    };
    expectRefused(await bench.configure(json, gatewayOnly), 'INVALID_SCOPE');
    expect((await bench.configure(json, keysOnly)).status).toBe(200);
    expect((await bench.permit('bound')).status).toBe(200);
    const call = (as: string, key = id) => bench.proxy('bound', { key_id: key, path: '/v1/x' }, as);
    expectRefused(await call(keysOnly), 'INVALID_SCOPE');
    expectRefused(await call(gatewayOnly), 'INVALID_SCOPE', 'first use');
    expect(bench.upstream.seen).toEqual([]);
    expect((await call(both)).status).toBe(200);
    expect((await call(gatewayOnly)).status).toBe(200);
    // Only this key is bound, not another one of the project.
    expectRefused(await call(gatewayOnly, await bench.newKey('another-key-1', keysOnly)), 'INVALID_SCOPE');
    // Narrower paths and another rate leave the target the same.
    expect((await bench.configure({ ...json, allowed_paths: ['/v1/x'], rate_limit: 50 }, keysOnly)).status).toBe(200);
    expect((await call(gatewayOnly)).status).toBe(200);
    for (const change of [
      { base_url: `http://127.0.0.1:${bench.upstream.port}/v1` },
      { auth_header: 'X-Key' },
      { auth_template: 'Basic {{key}}' },
    ]) {
      expect((await bench.configure({ ...json, ...change }, keysOnly)).status).toBe(200);
      const [target] = (await bench.targets(keysOnly)).filter(({ target_id }) => target_id === 'bound');
      expect(target).toMatchObject({ ...change, allow_private: false, total_proxied: 0 });
      expectRefused(await call(gatewayOnly), 'INVALID_SCOPE');
      await bench.permit('bound');
      expect((await call(both)).status).toBe(200);
      expect((await call(gatewayOnly)).status).toBe(200);
    }
    expect(await bench.targets(whole)).toEqual([]);
  });

  test('a successor takes the bindings over', async () => {
    const [both, gatewayOnly] = [
      await bench.server.scopedKey(['gateway', 'keys']),
      await bench.server.scopedKey(['gateway']),
    ];
    const old = await bench.newKey(KEY, both);
    await bench.configure(
      {
        target_id: 'taken',
        base_url: `http://127.0.0.1:${bench.upstream.port}`,
        auth_header: 'Authorization',
        auth_template: 'Bearer {{key}}',
        allowed_paths: ['/v1/*'],
        rate_limit: 100,
      },
      both,
    );
    await bench.permit('taken');
    const call = (key: string) => bench.proxy('taken', { key_id: key, path: '/v1/x' }, gatewayOnly);
    expect((await bench.proxy('taken', { key_id: old, path: '/v1/x' }, both)).status).toBe(200);
    const json = { key_id: old, new_key_material: 'the-new-key-9731', tier: 'key-2', grace_period_seconds: 60 };
    const next = String((await bench.server.call('POST', '/v1/key/rotate', { token: both, json })).at('new_key_id'));
    expect((await call(next)).status).toBe(200);
    const events = async (key: string) => {
      const admin = { token: bench.server.admin };
      const answer = await bench.server.call('GET', `/v1/key/provenance/${key}`, admin);
      return (answer.at('chain') as JsonObject[]).map(({ event, gateway_targets }) => [event, gateway_targets]);
    };
    const taken = [{ target_id: 'taken', version: expect.stringMatching(/^gwt_/) }];
    // The first call binds and is an event; those after it are counted only.
    expect(await events(old)).toEqual([
      ['created', undefined],
      ['gateway_bound', taken],
      ['rotated', undefined],
    ]);
    expect(await events(next)).toEqual([['created', taken]]);
    expect(bench.upstream.seen.at(-1)?.headers.authorization).toBe('Bearer the-new-key-9731');
    expect((await call(old)).status).toBe(200);
    bench.server.advance(61_000);
    expectRefused(await call(old), 'KEY_EXPIRED');
    expect((await call(next)).status).toBe(200);
  });
});

describe('revocation', () => {
  const revoke = (id: string) =>
    bench.server.call('POST', '/v1/key/revoke', { token: bench.token, json: { key_id: id, reason: 'leaked' } });

  /** Calls whose time limit is out of reach: something else has to end them. */
  function withoutLimit(): void {
    const { outbound } = bench.server.deps.gateway;
    const { route } = outbound;
    vi.spyOn(outbound, 'route').mockImplementation(async (...given) => {
      const found = await route(...given);
      return { ...found, startedAt: found.startedAt + 3_600_000 };
    });
  }

  test('before the call', async () => {
    const [name, id] = [await bench.newTarget(), await bench.newKey('revoked-key-1')];
    expect((await bench.proxy(name, { key_id: id })).status).toBe(200);
    await revoke(id);
    const answer = await bench.proxy(name, { key_id: id });
    expectRefused(answer, 'KEY_REVOKED', 'Key Revoked');
    expect([answer.status, bench.upstream.seen.length]).toEqual([403, 1]);
  });

  test('while the service is asked: the answer stays here', async () => {
    const [name, id] = [await bench.newTarget(), await bench.newKey('revoked-key-2')];
    const before = await bench.credits();
    bench.upstream.answer = async (_request, response) => {
      const revoked = await revoke(id);
      expect(revoked.at('affected_operations')).toBe(1);
      response.end('too late');
    };
    const answer = await bench.proxy(name, { key_id: id });
    expectRefused(answer, 'KEY_REVOKED');
    expect(answer.text).not.toContain('too late');
    expect(await bench.credits()).toBe(before);
  });

  test('while the service is silent: the call is broken off, and the service is told', async () => {
    const [name, id] = [await bench.newTarget(), await bench.newKey('revoked-key-4')];
    const asked = Promise.withResolvers<void>();
    const brokenOff = Promise.withResolvers<void>();
    withoutLimit();
    // It never answers: only the revocation ends the call.
    bench.upstream.answer = (_request, response) => {
      response.on('close', () => brokenOff.resolve());
      asked.resolve();
    };
    const call = bench.proxy(name, { key_id: id });
    await asked.promise;
    expect((await revoke(id)).at('affected_operations')).toBe(1);
    const answer = await call;
    expectRefused(answer, 'KEY_REVOKED', 'Key Revoked');
    expect(answer.status).toBe(403);
    await brokenOff.promise;
  });

  test('while the service sends its answer: the call is broken off', async () => {
    const [name, id] = [await bench.newTarget(), await bench.newKey('revoked-key-5')];
    const asked = Promise.withResolvers<void>();
    withoutLimit();
    bench.upstream.answer = (_request, response) => {
      response.on('error', () => undefined);
      response.writeHead(200);
      response.write('the beginning', () => asked.resolve());
    };
    const call = bench.proxy(name, { key_id: id });
    await asked.promise;
    await revoke(id);
    const answer = await call;
    expectRefused(answer, 'KEY_REVOKED');
    expect(answer.text).not.toContain('beginning');
  });

  test('while the connection is made: the key stays here', async () => {
    const [name, id] = [await bench.newTarget(), await bench.newKey('revoked-key-3')];
    const { outbound } = bench.server.deps.gateway;
    const { route } = outbound;
    vi.spyOn(outbound, 'route').mockImplementation(async (...given) => {
      const found = await route(...given);
      await revoke(id);
      return found;
    });
    expectRefused(await bench.proxy(name, { key_id: id }), 'KEY_REVOKED');
    expect(bench.upstream.seen).toEqual([]);
  });
});

describe('S23: private addresses', () => {
  test('configured, but refused until the administrator allows them, and again when that is taken back', async () => {
    const name = bench.newName();
    const json = {
      target_id: name,
      base_url: `http://127.0.0.1:${bench.upstream.port}`,
      auth_header: 'Authorization',
      auth_template: 'Bearer {{key}}',
      allowed_paths: ['/v1/*'],
      rate_limit: 100,
    };
    expect((await bench.configure(json)).status).toBe(200);
    const answer = await bench.proxy(name);
    expectRefused(answer, 'CONFLICT', 'administrator');
    expect([answer.status, bench.upstream.seen.length]).toEqual([409, 0]);
    expect((await bench.permit(name)).body).toMatchObject({
      target_id: name,
      project_id: bench.projectId,
      allow_private: true,
      base_url: json.base_url,
    });
    expect((await bench.proxy(name)).status).toBe(200);
    await bench.permit(name, { allow_private: false });
    expectRefused(await bench.proxy(name), 'CONFLICT');
    await bench.permit(name);
    // Another address is another permission.
    await bench.configure({ ...json, base_url: `http://127.0.0.1:${bench.upstream.port}/x` });
    expectRefused(await bench.proxy(name), 'CONFLICT');
  });

  test.each([
    'https://127.0.0.1:9',
    'https://[::1]:9',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://[::ffff:10.0.0.1]',
    'https://localhost:9',
  ])('%s is refused without permission', async (base_url) => {
    const name = bench.newName();
    await bench.configure({
      target_id: name,
      base_url,
      auth_header: 'Authorization',
      auth_template: '{{key}}',
      allowed_paths: ['/*'],
      rate_limit: 10,
    });
    expectRefused(await bench.proxy(name), 'CONFLICT', 'public internet');
  });

  test('never this bench.server itself', async () => {
    for (const base of ['http://127.0.0.1:7433', 'https://localhost:7433', 'http://[::1]:7433']) {
      expectRefused(await bench.proxy(await bench.newTarget({ base_url: base })), 'CONFLICT', 'this server');
    }
  });

  test('only the administrator gives permission, knowing what for', async () => {
    const name = await bench.newTarget();
    expectRefused(await bench.permit(name, { allow_private: true }, bench.token), 'INVALID_SCOPE');
    expectRefused(await bench.permit('nowhere'), 'NOT_FOUND');
    expectRefused(
      await bench.permit(name, { allow_private: true, base_url: 'https://other.example' }),
      'CONFLICT',
      'base_url',
    );
    expectRefused(await bench.permit(name, { allow_private: true, project_id: 'prj_0000000000000000' }), 'NOT_FOUND');
    expect(
      (
        await bench.permit(name, {
          allow_private: true,
          base_url: `http://127.0.0.1:${bench.upstream.port}`,
          project_id: bench.projectId,
        })
      ).status,
    ).toBe(200);
    expectRefused(await bench.permit(name, { allow_private: 1 }), 'INVALID_REQUEST');
    const audit = await bench.server.call('GET', '/api/v1/admin/audit?action=gateway-target.changed&limit=1', {
      token: bench.server.admin,
    });
    expect(audit.at('items.0')).toMatchObject({
      action: 'gateway-target.changed',
      details: {
        target_id: name,
        project_id: bench.projectId,
        before: { allow_private: true },
        after: { allow_private: true },
      },
    });
  });

  test('a name in several projects must be told apart', async () => {
    const name = await bench.newTarget();
    const other = await bench.server.newKey({ plan: 'business' });
    await bench.configure(
      {
        target_id: name,
        base_url: 'https://10.0.0.1',
        auth_header: 'a',
        auth_template: '{{key}}',
        allowed_paths: ['/*'],
        rate_limit: 1,
      },
      other.key,
    );
    expectRefused(await bench.permit(name), 'CONFLICT', 'project_id');
    expect((await bench.permit(name, { allow_private: true, project_id: other.projectId })).at('base_url')).toBe(
      'https://10.0.0.1',
    );
    const acting = await bench.server.call('PATCH', `/api/v1/admin/gateway-targets/${name}`, {
      token: bench.server.admin,
      json: { allow_private: false },
      headers: { 'x-svc-project': other.projectId },
    });
    expect([acting.at('project_id'), acting.at('allow_private')]).toEqual([other.projectId, false]);
  });
});

describe('S5: tee_attestation', () => {
  test('says that it is software, names what was called, and is signed by the service set', async () => {
    const name = await bench.newTarget();
    const answer = await bench.proxy(name, {
      method: 'POST',
      path: '/v1/charges?token=hidden',
      body: { b: 1, a: 'x' },
    });
    const { signature, ...statement } = answer.at('tee_attestation') as JsonObject;
    expect(statement).toEqual({
      software: true,
      notice: expect.stringContaining('No hardware enclave'),
      measurement: measuredTree(),
      key_id: bench.keyId,
      target_id: name,
      origin: `http://127.0.0.1:${bench.upstream.port}`,
      method: 'POST',
      path_hash: toHex(sha3_256(utf8('/v1/charges?token=hidden'))),
      status: 200,
      request_hash: toHex(sha3_256(utf8('{"a":"x","b":1}'))),
      response_hash: toHex(sha3_256(canonicalBytes(answer.at('body') as JsonObject))),
      attested_at: expect.any(String),
      keyset_id: expect.any(String),
    });
    expect(JSON.stringify(statement)).not.toContain('hidden');
    const verify = await bench.server.deps.statements.verifier();
    const keySetId = String(statement.keyset_id);
    expect(await verify('gateway-attestation', statement, String(signature), keySetId)).toBe(true);
    for (const change of [
      { status: 201 },
      { target_id: 'other' },
      { measurement: '0'.repeat(64) },
      { software: false },
    ]) {
      expect(await verify('gateway-attestation', { ...statement, ...change }, String(signature), keySetId)).toBe(false);
    }
    expect(await verify('audit', statement, String(signature), keySetId)).toBe(false);
  });
});

test('S25: neither key nor path nor query is in any log', async () => {
  const name = await bench.newTarget();
  await bench.proxy(name, { path: '/v1/customers/needle-path?needle=query', headers: { accept: 'needle/header' } });
  bench.upstream.answer = (_request, response) => void response.destroy();
  await bench.proxy(name, { path: '/v1/customers/needle-path?needle=query' });
  const logged = bench.server.logged.join('\n');
  expect(logged).toContain('/v1/key/gateway/proxy');
  for (const needle of [KEY, 'needle', Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('hex')])
    expect(logged).not.toContain(needle);
});
