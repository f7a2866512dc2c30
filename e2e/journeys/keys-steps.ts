/** What the journeys of the Keys page need beside the console: a service that is called, and a look behind masks. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Locator } from 'playwright';

export const MATERIAL = 'sk_live_canary_51Hx9Tq4242';

/** Of the gateway. */
export const LONG_TARGET = {
  target_id: 'looked-at',
  base_url: 'https://api.example.com/with/a/rather/long/path/that/must/break',
  auth_header: 'Authorization',
  auth_template: 'Bearer {{key}}',
  allowed_paths: ['/v1/charges', '/v1/customers/*'],
  rate_limit: 60,
};

/** What becomes of notices that are queued when nobody takes them. */
export const TWO_DAYS_OF_ATTEMPTS =
  "UPDATE webhook_deliveries SET state = 'dead', finished_at = created_at WHERE state = 'queued'";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A service on this machine that takes notices and calls, and answers what `answer` holds. */
export interface Upstream {
  readonly server: Server;
  readonly address: string;
  readonly received: Received[];
  status: number;
  /** Holds its answers until the function that it returns is called. */
  hold(): () => void;
}

export async function openUpstream(): Promise<Upstream> {
  const received: Received[] = [];
  let held = Promise.resolve();
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  const upstream = { received, status: 200, hold };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', async () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
      await held;
      response.writeHead(upstream.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ paid: true, amount: 4200 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The upstream has no port.');
  return Object.assign(upstream, { server, address: `http://127.0.0.1:${address.port}` });
}

/** The secret behind `SecretText`, shown by its button. */
export async function revealed(around: Locator, label: string): Promise<string> {
  await around.getByRole('button', { name: `Show ${label} for 30 seconds` }).click();
  return (await around.getByRole('region', { name: label }).innerText()).trim();
}
