/** What happens to agents without a request: sessions that a restore ended, seals that are due. */
import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import { write } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { knownAgent } from './agent-rows.ts';
import { appendNode } from './append.ts';
import type { AgentNeeds } from './needs.ts';
import { sealRegistration, sealSession } from './seals.ts';
import { rootIn } from './session-tree.ts';
import { sealsDue } from './store/seals-due.ts';
import { type AgentSessionRow, endAgentSession, lockAgentSession, sessionsToTell } from './store/sessions.ts';

const MOST_A_RUN = 50;
/** So many are looked for at once: a project that comes to have something due waits for no more than these. */
const A_LAP = 8;

/** Whose turn it was last. */
const turn = createMemory('agents/sweep', () => ({ last: '' }));

/** Ends what a restore found open, and seals every session that is over and every registration that is not sealed yet. */
export const agentSeals: Sweep<AgentNeeds> = {
  name: 'agent-seals',
  everyMs: 1_000,
  async run(deps) {
    const faults: unknown[] = [];
    for (const id of await sessionsToTell(deps.db, MOST_A_RUN)) {
      await endRestored(deps, id).catch((error: unknown) => void faults.push(error));
    }
    faults.push(...(await sealByTurns(deps)));
    if (faults.length > 0) throw faults[0];
  },
};

/** One after the other, a project at a time. One that fails, because it was damaged, does not keep the others waiting. */
async function sealByTurns(deps: AgentNeeds): Promise<readonly unknown[]> {
  const { db, clock } = deps;
  const faults: unknown[] = [];
  const failed: string[] = [];
  for (let tried = 0; tried < MOST_A_RUN; ) {
    const lap = await sealsDue(db, { now: clock(), limit: A_LAP, after: turn.of(db).last, except: failed });
    if (lap.length === 0) break;
    for (const { of, id, projectId } of lap) {
      tried++;
      turn.of(db).last = projectId;
      await (of === 'session' ? sealSession(deps, id) : sealRegistration(deps, id)).catch((error: unknown) => {
        faults.push(error);
        failed.push(id);
      });
    }
  }
  return faults;
}

/** The rule that an end node names where no one asked for it. */
export const RESTORED_RULE = 'service.restored';

/**
 * Appends the end node of a session that was open when its backup was made (S27): what came later is lost, and the chain says
 * so. Its time is that of the restore, within the session.
 */
async function endRestored(deps: AgentNeeds, id: string): Promise<void> {
  await deps.agentKeys.signing((signer) =>
    write(deps.db, async (db) => {
      const session = await lockAgentSession(db, id);
      if (session === null || session.restored_at === null || session.ended_at !== null) return;
      // Its seal covers every node that it has.
      if (session.sealed_at !== null) return;
      const agent = await knownAgent(db, session.agent_id);
      if (agent === null) throw new TypeError(`internal: there is no agent ${session.agent_id}`);
      const context = { db, signer, needs: { clock: () => timeOfEnd(session), random: deps.random } };
      const opening = { session_id: id, summary: 'Ended because a backup was restored.' };
      const appended = await appendNode(context, agent, session, {
        kind: 'end',
        actionType: FIXED_ACTION_TYPES.end,
        summary: opening.summary,
        inputHash: toHex(openingHash(opening)),
        details: {
          root: toHex(rootIn(session.tree)),
          count: session.nodes,
          rule: RESTORED_RULE,
          metadata: { restored_at: formatIsoTime(session.restored_at) },
        },
        opening,
      });
      await endAgentSession(db, id, appended.time);
    }),
  );
}

function timeOfEnd({ restored_at: restoredAt, expires_at: expiresAt }: AgentSessionRow): number {
  return Math.min(restoredAt ?? expiresAt, expiresAt);
}
