/** The events of one session: its nodes as they are recorded, and its state. */

import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { createBell } from '../frame/bell.ts';
import { Events } from '../frame/events.ts';
import { watchSession } from './announcements.ts';
import type { AgentNeeds } from './needs.ts';
import { receiptsOf } from './receipts.ts';
import { sessionAnswer } from './session-answer.ts';
import { sessionNodesAfter } from './store/nodes.ts';
import { findAgentSession, sealsOf } from './store/sessions.ts';

type SessionEvent = OutputOf<typeof api.agents.sessions.events>;

/** Nodes that are read at once: verifying their signatures takes some milliseconds. */
const PAGE = 50;
/** Time ends a session without anybody announcing it. */
const LOOK_AGAIN_MS = 1_000;

/** What comes behind the node of a sequence number (0: all). Ends behind the last node of a sealed session. */
export function sessionEvents(deps: AgentNeeds, id: string, after: number): Events<SessionEvent> {
  return new Events((signal) => eventsOf(deps, id, after, signal));
}

async function* eventsOf(
  deps: AgentNeeds,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent, void, void> {
  const { db } = deps;
  const changes = createBell(signal);
  const unwatch = watchSession(db, id, changes.ring);
  let last = after;
  let told: string | null = null;
  try {
    while (!signal.aborted) {
      changes.quiet();
      const session = await findAgentSession(db, id);
      if (session === null) return;
      const rows = told === null ? [] : await sessionNodesAfter(db, id, last, PAGE);
      const receipts = await receiptsOf(deps, rows);
      for (const [at, data] of receipts.entries()) {
        last = rows[at]?.sequence ?? last;
        yield { event: 'node', id: String(last), data };
      }
      if (rows.length > 0) continue;
      const data = sessionAnswer(session, (await sealsOf(db, [id])).get(id) ?? null, deps.clock());
      const present = `${data.state} ${data.expires_at} ${data.svc_74_attestation}`;
      if (present !== told) {
        told = present;
        yield { event: 'session', data };
        continue;
      }
      if (session.sealed_at !== null && last >= session.nodes) return;
      await changes.wait(LOOK_AGAIN_MS);
    }
  } finally {
    unwatch();
    changes.close();
  }
}
