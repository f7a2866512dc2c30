// A small MCP server without a library: it tells what it received, byte for byte, and does what its tools are named after.
import { createInterface } from 'node:readline';

const received = [];
/** Calls that are answered when the client says so. */
const held = [];
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (id, value) => send({ id, result: { content: [{ type: 'text', text: value }] } });

process.stderr.write('plain server: ready\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  received.push(line);
  const { id, method, params } = JSON.parse(line);
  if (method === 'notifications/release') for (const one of held.splice(0)) text(one, 'called held');
  if (id === undefined) return;
  if (method === 'initialize') {
    const result = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'plain', version: '1.0' },
    };
    send({ id, result });
    return;
  }
  if (method !== 'tools/call') {
    send({ id, result: {} });
    return;
  }
  switch (params.name) {
    case 'received':
      return text(id, JSON.stringify(received));
    case 'environment':
      return text(id, JSON.stringify(process.env));
    case 'silent':
      return;
    case 'held':
      held.push(id);
      return;
    case 'crash':
      process.exit(7);
      return;
    case 'ambiguous':
      process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"content":[]}}\n`);
      return;
    default:
      return text(id, `called ${params.name}`);
  }
});
