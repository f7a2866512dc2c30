import { expect, test } from 'vitest';
import type { AgentsClient } from '../../src/agents/connection.ts';
import { findOrRegister, type NamedAgent } from '../../src/agents/named-agent.ts';

interface Item {
  readonly agent_id: string;
  readonly canonical_name: string;
  readonly tenant: string;
  readonly redaction_level: string;
}

/** A server that knows these agents and one page at a time of them. */
function clientWith(items: Item[]) {
  const list = async ({ query }: { readonly query: { readonly cursor?: string } }) => {
    const at = Number(query.cursor ?? 0);
    return { items: items.slice(at, at + 1), next_cursor: at + 1 < items.length ? String(at + 1) : null };
  };
  const create = async ({ body }: { readonly body: Omit<Item, 'agent_id'> }) => {
    if (items.some(({ canonical_name }) => canonical_name === body.canonical_name)) throw new Error('CONFLICT');
    const made = { ...body, agent_id: `agt_${items.length + 1}` };
    items.push(made);
    return made;
  };
  return { agents: { list }, register: { create } } as unknown as AgentsClient;
}

const STEM = 'svc.agent.local.mcp.clerk.prod.';
const CLERK = { name: 'Clerk', canonicalName: `${STEM}001`, tenant: 'local', agentType: 'supervised' } as const;
const asked = (redaction: NamedAgent['redaction']): NamedAgent => ({ ...CLERK, redaction });

test('security LOW-5: an agent that is there is used; another tenant or redaction level takes the next free number', async () => {
  const other = { agent_id: 'agt_1', canonical_name: `${STEM}001`, tenant: 'other', redaction_level: 'full' };
  const items = [other];
  const client = clientWith(items);
  expect(await findOrRegister(client, asked('full'))).toBe('agt_2');
  expect(await findOrRegister(client, asked('hash_only'))).toBe('agt_3');
  expect(await findOrRegister(client, asked('full'))).toBe('agt_2');
  expect(items.map(({ canonical_name }) => canonical_name)).toEqual(['001', '002', '003'].map((end) => STEM + end));
  // A name that only begins alike is another one.
  const alike = clientWith([{ ...other, canonical_name: `${STEM}001a`, tenant: 'local' }]);
  expect(await findOrRegister(alike, asked('full'))).toBe('agt_2');
});
