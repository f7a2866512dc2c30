import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { BACK_OFF_SECONDS, type Deliverer, deliverDue, webhookNotices } from '../../src/webhooks/webhooks.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let dataDir: string;
let server: TestServer;
let token: string;
let projectId: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'touchstone-'));
  server = await openTestServer({ dataDir });
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  server.tick = 1_000;
  await server.deps.db.deleteFrom('webhook_deliveries').execute();
  await server.deps.db.deleteFrom('webhooks').execute();
  ({ key: token, projectId } = await server.newKey({ email: `hooks${++accounts}@example.com` }));
});
let accounts = 0;

const URL = 'https://hooks.example.com/touchstone?token=abc';

const admin = (method: string, path: string, json?: object) =>
  server.call(method, `/api/v1/admin/webhooks${path}`, {
    token: server.admin,
    ...(json === undefined ? {} : { json }),
  });

async function revokedKey(notice: object = { notify_webhook: true }) {
  const json = { key_material: 'm', label: 'l', tier: 'key-1' };
  const id = String((await server.call('POST', '/v1/key/encrypt', { token, json })).at('id'));
  const body = { key_id: id.replace('key_', 'hk_'), reason: 'seen in public', ...notice };
  const answer = await server.call('POST', '/v1/key/revoke', { token, json: body });
  expect(answer.status, answer.text).toBe(200);
  return { key_id: body.key_id, revoked_at: String(answer.at('revoked_at')) };
}

type Request = Parameters<Deliverer['deliver']>[1];

interface Sent extends Request {
  readonly url: string;
}

/** A way out that answers what the test says and keeps what it was given. */
function outboundOf(answer: (attempt: number) => number | Error): {
  readonly sent: Sent[];
  readonly deliver: Deliverer['deliver'];
} {
  const sent: Sent[] = [];
  return {
    sent,
    async deliver(url, request) {
      sent.push({ url, ...request });
      const result = answer(sent.length);
      if (result instanceof Error) throw result;
      return { status: result };
    },
  };
}

const deliver = (deliver: Deliverer['deliver']) => deliverDue({ ...server.deps, outbound: { deliver } });
/** What the gateway uses of the way out, and notices do not. */
const unused = {
  route: () => Promise.reject(new TypeError('not used')),
  send: () => Promise.reject(new TypeError('not used')),
  close: () => undefined,
};

const deliveries = async (query = '') =>
  (await admin('GET', `/deliveries${query}`)).at('items') as { id: string; state: string; attempts: number }[];

describe('setting', () => {
  test('the secret is shown once, is another each time, and never stands in the folder or the audit', async () => {
    const set = await admin('PUT', '', { url: URL });
    const secret = String(set.at('secret'));
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(set.at('webhook')).toMatchObject({ url: URL, project_id: null, allow_private: false });
    const again = await admin('PUT', '', { url: URL });
    expect(again.at('webhook.id')).toBe(set.at('webhook.id'));
    expect(again.at('secret')).not.toBe(secret);
    const listed = await admin('GET', '');
    expect(listed.body).toMatchObject({
      webhooks: [{ url: URL }],
      sending: server.deps.outbound !== null,
      queued: 0,
      dead: 0,
    });
    expect(listed.text).not.toContain('whsec_');
    const audit = await server.call('GET', '/api/v1/admin/audit?action=webhook.set', { token: server.admin });
    expect(audit.at('items.0.details')).toEqual({
      project_id: null,
      url: 'https://hooks.example.com/touchstone',
      allow_private: false,
    });
    await server.close();
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
      const file = join(dataDir, name);
      if (statSync(file).isFile()) expect(readFileSync(file).includes(secret.slice(6, 40)), name).toBe(false);
    }
    server = await openTestServer({ dataDir });
  });

  test.each([
    'http://hooks.example.com/',
    'http://localhost:8080/',
    'https://user:pw@hooks.example.com/',
    'https://hooks.example.com/#part',
    'ftp://hooks.example.com/',
    'https://',
    'hooks.example.com',
    '',
  ])('refuses %j', async (url) => {
    const answer = await admin('PUT', '', { url });
    expect([answer.code, answer.message]).toEqual(['INVALID_REQUEST', expect.stringContaining('url')]);
  });

  test('an IP address that is named is allowed, also in a private network', async () => {
    for (const url of ['http://127.0.0.1:9000/hook', 'http://[::1]:9000/', 'https://10.0.0.7/']) {
      expect((await admin('PUT', '', { url })).at('webhook.allow_private')).toBe(true);
      expect((await admin('PUT', '', { url, allow_private: false })).at('webhook.allow_private')).toBe(false);
    }
  });

  test('of a project that is not there', async () => {
    expect((await admin('PUT', '', { url: URL, project_id: 'prj_0' })).code).toBe('NOT_FOUND');
  });
});

describe('S25: a notice', () => {
  test('carries the facts and a MAC over tag, id, time and body that a receiver can compute', async () => {
    const secret = String((await admin('PUT', '', { url: URL })).at('secret'));
    const revoked = await revokedKey();
    const { sent, deliver: out } = outboundOf(() => 204);
    expect(await deliver(out)).toEqual({ delivered: 1, failed: 0 });
    const [notice] = sent;
    if (notice === undefined) throw new TypeError('nothing was sent');
    const id = notice.headers['x-svc-webhook-id'];
    const time = notice.headers['x-svc-webhook-time'];
    expect(notice.url).toBe(URL);
    expect(notice.allowPrivate).toBe(false);
    expect(JSON.parse(notice.body)).toEqual({ event: 'key.revoked', id, ...revoked, reason: 'seen in public' });
    expect(notice.headers['x-svc-event']).toBe('key.revoked');
    expect(schemaFaults('webhook-notice', JSON.parse(notice.body))).toEqual([]);
    expect(Math.abs(Date.parse(String(time)) - server.deps.clock())).toBeLessThan(10_000);
    const mac = (key: string, ...parts: unknown[]) =>
      createHmac('sha3-256', key)
        .update(`svc-webhook/v1\0${parts.join('\n')}`)
        .digest('hex');
    const signature = notice.headers['x-svc-signature'];
    expect(signature).toBe(mac(secret, id, time, notice.body));
    for (const wrong of [
      mac(`${secret}0`, id, time, notice.body),
      mac(secret, 'whd_0', time, notice.body),
      mac(secret, id, '2026-01-01T00:00:00.000Z', notice.body),
      mac(secret, id, time, `${notice.body} `),
    ]) {
      expect(signature).not.toBe(wrong);
    }
    expect(await deliveries()).toMatchObject([{ id, state: 'delivered', attempts: 1 }]);
    // It is not sent twice, and revoking again tells nothing new.
    await server.call('POST', '/v1/key/revoke', {
      token,
      json: { key_id: revoked.key_id, reason: 'again', notify_webhook: true },
    });
    expect(await deliver(out)).toEqual({ delivered: 0, failed: 0 });
    expect(sent.length).toBe(1);
  });

  test('is sent only where it was asked for and a webhook is set; the own webhook of a project comes first', async () => {
    await revokedKey();
    expect(await deliveries()).toEqual([]);
    await admin('PUT', '', { url: 'https://all.example.com/' });
    await revokedKey({ notify_webhook: false });
    await revokedKey({});
    expect(await deliveries()).toEqual([]);
    await admin('PUT', '', { url: 'https://own.example.com/', project_id: projectId });
    await revokedKey();
    const { sent, deliver: out } = outboundOf(() => 200);
    await deliver(out);
    expect(sent.map(({ url }) => url)).toEqual(['https://own.example.com/']);
  });

  test('is not queued where the revocation is not stored', async () => {
    await admin('PUT', '', { url: URL });
    const json = { key_material: 'm', label: 'l', tier: 'key-1' };
    const id = String((await server.call('POST', '/v1/key/encrypt', { token, json })).at('id'));
    await server.deps.db.schema.alterTable('webhook_deliveries').renameTo('away').execute();
    const body = { key_id: id, reason: 'x', notify_webhook: true };
    const broken = await server.call('POST', '/v1/key/revoke', { token, json: body });
    await server.deps.db.schema.alterTable('away').renameTo('webhook_deliveries').execute();
    expect(broken.code).toBe('INTERNAL');
    const status = await server.call('GET', `/v1/key/status/${id}`, { token });
    expect([status.at('status'), (await deliveries()).length]).toEqual(['active', 0]);
  });
});

describe('delivery', () => {
  test('what is queued survives a restart', async () => {
    await admin('PUT', '', { url: URL });
    const { key_id } = await revokedKey();
    expect((await admin('GET', '')).body).toMatchObject({ queued: 1 });
    await server.close();
    server = await openTestServer({ dataDir });
    // Its clock begins anew.
    server.advance(86_400_000);
    const { sent, deliver: out } = outboundOf(() => 200);
    await webhookNotices.run({ ...server.deps, outbound: { ...unused, deliver: out } });
    expect(JSON.parse(sent[0]?.body ?? '{}')).toMatchObject({ key_id });
    expect((await admin('GET', '')).body).toMatchObject({ queued: 0, dead: 0 });
  });

  test('backs off, gives up after the last attempt, and is tried again when the administrator says so', async () => {
    await admin('PUT', '', { url: URL });
    await revokedKey();
    server.tick = 0;
    const { sent, deliver: out } = outboundOf((attempt) => (attempt % 2 === 0 ? 500 : new Error('no answer')));
    for (const seconds of BACK_OFF_SECONDS) {
      expect(await deliver(out)).toEqual({ delivered: 0, failed: 1 });
      server.advance(seconds * 1000 - 1);
      expect(await deliver(out)).toEqual({ delivered: 0, failed: 0 });
      server.advance(1);
    }
    expect((await deliveries('?state=dead')).length).toBe(0);
    await deliver(out);
    expect(sent.length).toBe(BACK_OFF_SECONDS.length + 1);
    const [dead] = await deliveries('?state=dead');
    expect(dead).toMatchObject({
      attempts: sent.length,
      last_status: 500,
      last_error: 'The receiver answered 500.',
      next_attempt_at: null,
    });
    server.advance(10 * 86_400_000);
    expect(await deliver(out)).toEqual({ delivered: 0, failed: 0 });
    // Each attempt is signed anew, under the same id.
    expect(new Set(sent.map(({ headers }) => headers['x-svc-webhook-id'])).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['x-svc-signature'])).size).toBe(sent.length);

    const retried = await admin('POST', `/deliveries/${dead?.id}/retry`);
    expect(retried.body).toMatchObject({ state: 'queued', attempts: 0 });
    expect((await admin('POST', `/deliveries/${dead?.id}/retry`)).code).toBe('CONFLICT');
    expect((await admin('POST', '/deliveries/whd_0/retry')).code).toBe('NOT_FOUND');
    const { deliver: working } = outboundOf(() => 200);
    expect(await deliver(working)).toEqual({ delivered: 1, failed: 0 });
  });

  test('an attempt whose process ended is made again; two sweeps at once send once', async () => {
    await admin('PUT', '', { url: URL });
    await revokedKey();
    const { sent, deliver: out } = outboundOf(() => 200);
    const begun = Promise.withResolvers<void>();
    const hold = () => {
      begun.resolve();
      return new Promise<never>(() => undefined);
    };
    void deliverDue({ ...server.deps, outbound: { deliver: hold } });
    await begun.promise;
    expect(await deliveries()).toMatchObject([{ attempts: 1 }]);
    expect(await deliver(out)).toEqual({ delivered: 0, failed: 0 });
    server.advance(3_600_000);
    await Promise.all([deliver(out), deliver(out)]);
    expect(sent.length).toBe(1);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('removing the webhook gives up what is queued', async () => {
    const set = await admin('PUT', '', { url: URL });
    await revokedKey();
    expect((await admin('PUT', '', { url: null })).body).toEqual({ webhook: null, secret: null });
    const { sent, deliver: out } = outboundOf(() => 200);
    await deliver(out);
    expect(sent).toEqual([]);
    const [dead] = await deliveries('?state=dead');
    expect(dead).toMatchObject({ webhook_id: null, last_error: 'The webhook was removed.' });
    expect((await admin('POST', `/deliveries/${dead?.id}/retry`)).code).toBe('CONFLICT');
    const next = await admin('PUT', '', { url: URL });
    expect(next.at('webhook.id')).not.toBe(set.at('webhook.id'));
  });

  test('the list goes page by page', async () => {
    await admin('PUT', '', { url: URL });
    for (let i = 0; i < 3; i++) await revokedKey();
    const first = await admin('GET', '/deliveries?limit=2');
    const second = await admin('GET', `/deliveries?limit=2&cursor=${first.at('next_cursor')}`);
    const ids = [...(first.at('items') as { id: string }[]), ...(second.at('items') as { id: string }[])];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
    expect(second.at('next_cursor')).toBeNull();
    expect((await admin('GET', '/deliveries?cursor=x')).code).toBe('INVALID_REQUEST');
  });
});
