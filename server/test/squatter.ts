/**
 * A program of another user of this machine that listens where our server did or will: `node squatter.ts ADDRESS PORT`. It
 * writes a line when it listens, or why it does not, and one for every request that it gets, as JSON.
 */
import { createServer } from 'node:http';

const [address = '', port = ''] = process.argv.slice(2);

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  say({ method: request.method, url: request.url, headers: request.headers, body });
  response.end();
});
server.on('error', (error: NodeJS.ErrnoException) => {
  say({ refused: error.code });
  process.exit(0);
});
server.listen({ host: address, port: Number(port) }, () => say({ listens: true }));
