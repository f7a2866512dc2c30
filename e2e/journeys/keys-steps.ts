/** What the journeys of the Keys page need beside the console: a service that is called, and a look behind masks. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Locator } from 'playwright';

export const MATERIAL = 'sk_live_canary_51Hx9Tq4242';

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
}

export async function openUpstream(): Promise<Upstream> {
  const received: Received[] = [];
  const upstream = { received, status: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
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
