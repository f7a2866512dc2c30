// Receipts that survive a restart of the agent and of the server: an outbox in a file, and an agent that registers once.
//   TOUCHSTONE_API_KEY=… node durable-outbox.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, openFileOutbox } from '@touchstone/agent';

const outbox = await openFileOutbox('clerk.outbox'); // What an earlier run could not deliver is delivered now.
const options = { outbox, onProblem: ({ message }) => console.error(message) };

// The id is kept, so that the next run does not ask for it.
const agent = existsSync('clerk.id')
  ? Agent.withId(readFileSync('clerk.id', 'utf8'), options)
  : await Agent.register({
      name: 'Invoice clerk',
      canonicalName: 'svc.agent.example.finance.clerk.prod.001',
      tenant: 'example',
      ...options,
    });
writeFileSync('clerk.id', agent.agentId);

const session = await agent.start({ durationSeconds: 86_400 });
const add = session.tool('svc.tool.example.add.v1', (a, b) => a + b, { timeoutMs: 1_000 });
for (let i = 0; i < 25; i++) await add(i, i); // Never waits for the server. Every ten calls are followed by a checkpoint.

const { delivered, refused } = await session.stop({ waitMs: 60_000 });
console.log(`Session ${session.sessionId}: ${delivered} receipts, ${refused.length} refused`);
await agent.close();
await outbox.close();
