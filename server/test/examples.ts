/** Turns a contract's example into a request that can be sent: makes first what it needs. */
import { api } from '@touchstone/core/api/api.ts';
import { pathFor } from '@touchstone/core/api/client.ts';
import { type Endpoint, endpointsOf } from '@touchstone/core/api/endpoint.ts';
import { fromHex, toBase64 } from '@touchstone/core/bytes.ts';
import type { Answer, TestServer } from './harness.ts';

export const operations = endpointsOf(api);

export interface Request {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** What a placeholder cannot say: values that exist in a running server only. */
const FROM_SERVER: Readonly<Record<string, (server: TestServer, token: string) => Promise<Record<string, string>>>> = {
  'console.session.open': async ({ deps }) => ({ 'body.start_token': deps.sessions.newStartToken() }),
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
  const values = (await FROM_SERVER[operation.id]?.(server, token)) ?? {};
  if (after !== undefined) {
    const first = operations.find(({ id }) => id === after.operation);
    if (first === undefined) throw new TypeError(`${operation.id}: no operation is called ${after.operation}`);
    const answer = await sendExample(server, first, token);
    for (const [target, member] of Object.entries(after.use)) values[target] = String(answer.at(member));
  }
  for (const [target, value] of Object.entries(values)) {
    const [part = '', name = ''] = target.split('.');
    if (part === 'params') parts.params[name] = value;
    else parts.body = { ...(parts.body as object), [name]: value };
  }
  return { path: pathFor(operation, parts.params, parts.query), headers: parts.headers, body: parts.body };
}

export async function sendExample(server: TestServer, operation: Endpoint, token: string): Promise<Answer> {
  const { path, headers, body } = await exampleRequest(server, operation, token);
  return server.call(operation.method, path, {
    ...(operation.auth === 'none' ? {} : { token }),
    headers,
    ...(body === undefined ? {} : { json: body }),
  });
}
