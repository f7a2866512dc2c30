/** The agent under which a command records: one that is named by its id, or one that the command finds or registers. */
import { createHash } from 'node:crypto';
import { REDACTION_LEVELS, type RedactionLevel } from '@touchstone/core/agent/node.ts';
import { Refusal } from '../terminal/refusal.ts';
import type { AgentsClient } from './connection.ts';

export interface NamedAgent {
  readonly name: string;
  readonly canonicalName: string;
  readonly tenant: string;
  readonly agentType: 'autonomous' | 'supervised';
  readonly redaction: RedactionLevel;
}

/** `svc.agent.local.<domain>.<name>.prod.001`; a name that has nothing of its grammar left becomes `agent`. */
export function canonicalNameOf(name: string, domain: string): string {
  const role = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return `svc.agent.local.${domain}.${role === '' ? 'agent' : role}.prod.001`;
}

export function redactionLevel(text: string): RedactionLevel {
  const level = REDACTION_LEVELS.find((known) => known === text);
  if (level === undefined) throw new Refusal(`--redaction must be one of ${REDACTION_LEVELS.join(', ')}.`);
  return level;
}

/**
 * The id of the newest agent of that canonical name, tenant and redaction level, else of one that is registered now. Where
 * another agent has the name, the next free number at its end is taken: a project has a name once. Two commands that start at
 * the same moment register one agent: they use the same idempotency key.
 */
export async function findOrRegister(client: AgentsClient, agent: NamedAgent, signal?: AbortSignal): Promise<string> {
  const { name, tenant, agentType, redaction } = agent;
  const call = signal === undefined ? {} : { signal };
  const stem = agent.canonicalName.replace(/\d+$/, '');
  const taken = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const query = { limit: 100, ...(cursor === null ? {} : { cursor }) };
    const page = await client.agents.list({ query }, call);
    const known = page.items.find(
      (item) => isOfStem(item.canonical_name, stem) && item.tenant === tenant && item.redaction_level === redaction,
    );
    if (known !== undefined) return known.agent_id;
    for (const { canonical_name } of page.items) taken.add(canonical_name);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  const numbered = (number: number) => `${stem}${String(number).padStart(3, '0')}`;
  let number = 1;
  while (taken.has(numbered(number))) number++;
  const body = {
    name,
    canonical_name: numbered(number),
    tenant,
    agent_type: agentType,
    redaction_level: redaction,
  };
  const key = `cli-register-${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
  return (await client.register.create({ headers: { 'idempotency-key': key }, body }, call)).agent_id;
}

function isOfStem(canonicalName: string, stem: string): boolean {
  return canonicalName.startsWith(stem) && /^\d+$/.test(canonicalName.slice(stem.length));
}
