/** Turns a contract's example into a request that can be sent: makes first what it needs. */
import { api } from '@touchstone/core/api/api.ts';
import { pathFor } from '@touchstone/core/api/client.ts';
import { type Endpoint, endpointsOf } from '@touchstone/core/api/endpoint.ts';
import { fromHex, toBase64, toHex } from '@touchstone/core/bytes.ts';
import type { Answer, TestServer } from './harness.ts';

export const operations = endpointsOf(api);

export interface Request {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** What a placeholder cannot say: values that exist in a running server only. */
const FROM_SERVER: Readonly<Record<string, (server: TestServer, token: string) => Promise<Record<string, unknown>>>> = {
  'console.session.open': async ({ deps }) => ({ 'body.start_token': deps.sessions.newStartToken() }),
  // An address has one account, and an example may be sent more than once.
  'admin.accounts.create': async ({ deps }) => ({ 'body.email': `${toHex(deps.random(8))}@example.com` }),
  'artifacts.artifacts.add-signature': async (server, token) => {
    const artifact = await sendExample(server, api.artifacts.artifacts.create, token);
    const signature = await signSlot(server, String(artifact.at('manifest_hash')), 'ML-DSA-87');
    return { 'params.id': String(artifact.at('artifact_id')), 'body.signature': signature };
  },
};

/** A slot's signature by the server's own artifact set. */
export async function signSlot({ deps }: TestServer, manifestHash: string, algorithm: 'ML-DSA-87' | 'FALCON-1024') {
  return deps.keySets.withSecrets('artifact', async (_keySet, secrets) => {
    const secretKey = secrets.get(algorithm);
    const message = fromHex(manifestHash);
    if (secretKey === undefined || message === null) throw new TypeError('no such key');
    return toBase64(await deps.run('sign', { algorithm, secretKey, message }));
  });
}

export async function exampleRequest(server: TestServer, operation: Endpoint, token: string): Promise<Request> {
  const { params = {}, query = {}, headers = {}, body, after } = operation.example;
  const parts = structuredClone({ params: { ...params }, query: { ...query }, headers: { ...headers }, body });
  const values: Record<string, unknown> = (await FROM_SERVER[operation.id]?.(server, token)) ?? {};
  // What is merely planned cannot make anything, nor use what another makes.
  if (after !== undefined && operation.planned !== true) {
    const first = operations.find(({ id }) => id === after.operation);
    if (first === undefined) throw new TypeError(`${operation.id}: no operation is called ${after.operation}`);
    const answer = await sendExample(server, first, token);
    for (const [target, member] of Object.entries(after.use)) values[target] = answer.at(member);
  }
  for (const [target, value] of Object.entries(values)) put(parts, target.split('.'), value);
  return { path: pathFor(operation, parts.params, parts.query), headers: parts.headers, body: parts.body };
}

/** Sets a member by its path; the example has everything on the way to it. */
function put(holder: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (typeof holder !== 'object' || holder === null) throw new TypeError(`the example has nothing to hold ${name}`);
  if (rest.length === 0) Reflect.set(holder, name, value);
  else put(Reflect.get(holder, name), rest, value);
}

export async function sendExample(server: TestServer, operation: Endpoint, token: string): Promise<Answer> {
  const { path, headers, body } = await exampleRequest(server, operation, token);
  return server.call(operation.method, path, {
    ...(operation.auth === 'none' ? {} : { token }),
    headers,
    ...(body === undefined ? {} : { json: body }),
  });
}
