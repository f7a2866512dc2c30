import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { ConsoleStateName } from '@touchstone/core/api/console-state.ts';
import { describe, expect, it } from 'vitest';
import { ConsoleState, type StateServer } from '../../../src/lib/state/console-state.ts';

type Stored = Partial<Record<ConsoleStateName, string>>;

/** A server that keeps texts, and fails as long as it is told to. */
function serverWith(stored: Stored) {
  const server = {
    stored,
    failure: null as Error | null,
    writes: 0,
    read: async () => ({ ...server.stored }),
    async write(changes: Partial<Record<ConsoleStateName, string | null>>) {
      server.writes += 1;
      if (server.failure !== null) throw server.failure;
      for (const [name, text] of Object.entries(changes) as [ConsoleStateName, string | null][]) {
        if (text === null) delete server.stored[name];
        else server.stored[name] = text;
      }
    },
  };
  return server satisfies StateServer & object;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const failure = (status: number) => new ApiFailure('UNKNOWN', '', status, null, null);

describe('what the console keeps', () => {
  it('12.26: uses no storage of the origin but the session token, in any file', () => {
    const root = join(import.meta.dirname, '../../../src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(ts|tsx|css|html)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return [
        ...text.matchAll(
          /\b(localStorage|sessionStorage|indexedDB|serviceWorker|cookieStore|document\.cookie)\b|\bcaches\./g,
        ),
      ].map(([word]) => `${name}: ${word}`);
    });
    expect([...new Set(found)]).toEqual(['lib/client.ts: sessionStorage']);
  });

  it('waits here until there is a session, then goes to the server, one request at a time', async () => {
    const told: string[] = [];
    const state = new ConsoleState((name) => told.push(name));
    state.setItem('preferences', 'a');
    state.setItem('preferences', 'b');
    state.setItem('acting_for', 'me');
    expect([state.getItem('preferences'), state.isWaiting('preferences')]).toEqual(['b', true]);
    // What belongs to one window is not told to others.
    expect(told).toEqual(['preferences', 'preferences']);
    const server = serverWith({ ledger_heads: '{}' });
    await state.connect(server);
    await settled();
    expect(server.stored).toEqual({ ledger_heads: '{}', preferences: 'b', acting_for: 'me' });
    expect([state.getItem('ledger_heads'), state.isWaiting('preferences'), server.writes]).toEqual(['{}', false, 1]);
    state.removeItem('preferences');
    await settled();
    expect(server.stored).not.toHaveProperty('preferences');
  });

  it('takes over what the server has, tells listeners, and merges what waits where that is said', async () => {
    const state = new ConsoleState(() => undefined);
    const arrived: (string | null)[] = [];
    state.onArrival('preferences', () => arrived.push(state.getItem('preferences')));
    state.mergeBy('trust_outbox', (stored, waiting) => `${stored}+${waiting}`);
    state.setItem('trust_outbox', 'mine');
    const server = serverWith({ preferences: 'theirs', trust_outbox: 'stored' });
    await state.connect(server);
    await settled();
    expect(arrived).toEqual(['theirs']);
    expect([state.getItem('trust_outbox'), server.stored.trust_outbox]).toEqual(['stored+mine', 'stored+mine']);
    state.take('preferences', 'of another window');
    expect([arrived.at(-1), state.isWaiting('preferences')]).toEqual(['of another window', false]);
  });

  it('keeps what belongs to the window over a new session, and forgets it when the person signs out', async () => {
    const state = new ConsoleState(() => undefined);
    await state.connect(serverWith({}));
    state.setItem('acting_for', 'me');
    await settled();
    state.disconnect();
    const next = serverWith({});
    await state.connect(next);
    await settled();
    expect(next.stored).toEqual({ acting_for: 'me' });
    state.forgetSession();
    state.disconnect();
    expect(state.getItem('acting_for')).toBeNull();
  });

  it('waits again where the session has ended, and gives up what the server does not take', async () => {
    const state = new ConsoleState(() => undefined);
    const server = serverWith({});
    await state.connect(server);
    server.failure = failure(401);
    state.setItem('preferences', 'a');
    await settled();
    expect(state.isWaiting('preferences')).toBe(true);
    server.failure = failure(400);
    await state.connect(server);
    await settled();
    expect([state.isWaiting('preferences'), state.getItem('preferences')]).toEqual([false, 'a']);
  });
});
