/** A small recorded story for tests: an agent with a session, made by the operations themselves. */

import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect } from 'vitest';
import type { Answer, TestServer } from '../../harness.ts';

export const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const BASE = '/api/v1/agents';

export interface Story {
  readonly token: string;
  readonly agentId: string;
  readonly sessionId: string;
  /** The registration, then the nodes of the session. */
  readonly nodeIds: string[];
  post(path: string, json: object): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** An action with a value. */
  act(value?: number): Promise<string>;
  end(): Promise<string>;
}

export async function tellStory(server: TestServer, token: string, scope: object = {}): Promise<Story> {
  const post = async (path: string, json: object) => {
    const answer = await server.call('POST', `${BASE}${path}`, { token, json });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  const get = (path: string) => server.call('GET', `${BASE}${path}`, { token });
  const registered = await post('/register', {
    name: 'Invoice clerk',
    canonical_name: 'svc.agent.example.finance.clerk.prod.001',
    tenant: 'example',
    redaction_level: 'full',
  });
  const agentId = String(registered.at('agent_id'));
  const started = await post('/sessions/start', { agent_id: agentId, duration_secs: 36_000, scope });
  const sessionId = String(started.at('session_id'));
  const nodeIds = [String(registered.at('node_id')), String(started.at('node_id'))];
  const keep = (answer: Answer) => {
    const id = String(answer.at('node_id'));
    nodeIds.push(id);
    return id;
  };
  return {
    token,
    agentId,
    sessionId,
    nodeIds,
    post,
    get,
    act: async (value = 1) =>
      keep(
        await post('/actions/attest', {
          agent_id: agentId,
          session_id: sessionId,
          action_type: 'payment.prepare',
          summary: 'Prepared a payment.',
          input_hash: HASH,
          metadata: { value: String(value), jurisdiction: 'EU' },
        }),
      ),
    end: async () => keep(await post('/sessions/end', { session_id: sessionId })),
  };
}

/** Changes the database behind the server's back, as somebody with the file would, triggers and all. */
export function tamper(server: TestServer, action: (sqlite: SqliteDatabase.Database) => void): void {
  const sqlite = new SqliteDatabase(join(server.dataDir, 'touchstone.db'));
  try {
    sqlite.pragma('foreign_keys = OFF');
    const triggers = sqlite.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
      name: string;
      sql: string;
    }[];
    sqlite.transaction(() => {
      for (const { name } of triggers) sqlite.exec(`DROP TRIGGER "${name}"`);
      action(sqlite);
      for (const { sql } of triggers) sqlite.exec(sql);
    })();
  } finally {
    sqlite.close();
  }
}
