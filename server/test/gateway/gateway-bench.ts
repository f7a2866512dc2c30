/** A server, a service beside it, and a project with a key: what tests of the gateway begin with. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { expect } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../harness.ts';
import { openUpstream, type Upstream } from '../outbound/upstream.ts';

export const KEY = 'sk_live_51Hx9TqExampleExample4242';
const EMAIL = 'gateway@example.com';

export interface GatewayBench {
  readonly server: TestServer;
  readonly upstream: Upstream;
  readonly token: string;
  readonly projectId: string;
  /** Of `KEY`. */
  readonly keyId: string;
  /** The service answers as it did at first and has seen nothing. */
  reset(): void;
  newKey(material: string, as?: string): Promise<string>;
  configure(json: object, as?: string): Promise<Answer>;
  permit(name: string, json?: object, as?: string): Promise<Answer>;
  targets(as?: string): Promise<JsonObject[]>;
  credits(): Promise<number>;
  newName(): string;
  /** A target of its own for a test, allowed to be here; its name. */
  newTarget(change?: object): Promise<string>;
  proxy(target: string, json?: object, as?: string): Promise<Answer>;
  close(): Promise<void>;
}

export async function openGatewayBench(): Promise<GatewayBench> {
  // Workers from the sources: what is attested is the tree that they run from.
  const server = await openTestServer({ jobs: undefined });
  const upstream = await openUpstream();
  const { key: token, projectId } = await server.newKey({ email: EMAIL, plan: 'business' });
  await server.deps.db.updateTable('accounts').set({ credits: 1_000_000 }).where('email', '=', EMAIL).execute();
  const post = (path: string, as: string, json: object) => server.call('POST', path, { token: as, json });
  let names = 0;

  async function newKey(material: string, as = token): Promise<string> {
    const made = await post('/v1/key/encrypt', as, { key_material: material, label: 'x', tier: 'key-2' });
    return String(made.at('id'));
  }
  const keyId = await newKey(KEY);

  const bench: GatewayBench = {
    server,
    upstream,
    token,
    projectId,
    keyId,
    newKey,
    reset() {
      upstream.seen.length = 0;
      upstream.answer = ({ url }, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path: url }));
    },
    configure: (json, as = token) => post('/v1/key/gateway/configure', as, json),
    permit: (name, json = { allow_private: true }, as = server.admin) =>
      server.call('PATCH', `/api/v1/admin/gateway-targets/${name}`, { token: as, json }),
    async targets(as = token) {
      return (await server.call('GET', '/v1/key/gateway/targets', { token: as })).at('targets') as JsonObject[];
    },
    async credits() {
      const query = server.deps.db.selectFrom('accounts').select('credits').where('email', '=', EMAIL);
      return (await query.executeTakeFirstOrThrow()).credits;
    },
    newName: () => `target-${++names}`,
    async newTarget(change = {}) {
      const name = bench.newName();
      const made = await bench.configure({
        target_id: name,
        base_url: `http://127.0.0.1:${upstream.port}`,
        auth_header: 'Authorization',
        auth_template: 'Bearer {{key}}',
        allowed_paths: ['/v1/charges', '/v1/customers/*'],
        rate_limit: 1_000,
        ...change,
      });
      expect([made.status, made.text]).toEqual([200, expect.any(String)]);
      expect((await bench.permit(name)).status).toBe(200);
      return name;
    },
    proxy: (target, json = {}, as = token) =>
      post('/v1/key/gateway/proxy', as, {
        key_id: keyId,
        target_id: target,
        method: 'GET',
        path: '/v1/charges',
        ...json,
      }),
    async close() {
      await upstream.close();
      await server.close();
    },
  };
  bench.reset();
  return bench;
}

export function expectRefused(answer: Answer, code: string, words = ''): void {
  expect([answer.code, answer.text]).toEqual([code, expect.stringContaining(words)]);
}
