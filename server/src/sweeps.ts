/** What happens without a request: blocks, notices, what time has ended. One list, run while the service is open. */
import type { Logger } from 'pino';
import { platformCalls } from './accounts/day-calls.ts';
import { agentRequests, agentSeals } from './agents/sweep.ts';
import { cachePatterns, expiredCacheValues } from './cache/cache.ts';
import { anchorHeads } from './chain-of-entries/anchor.ts';
import { CHAINS } from './chains.ts';
import type { Deps } from './deps.ts';
import { healthSessions } from './health/chain.ts';
import { sweepLog } from './log/heads.ts';
import { platformAuditRestores } from './platform/audit.ts';
import { sweepSecrets } from './secrets/secrets.ts';
import { deliverDue } from './webhooks/webhooks.ts';

export interface Sweep {
  /** Kebab case. */
  readonly name: string;
  /** Milliseconds between the end of one run and the next; asked anew each time, so that a setting takes effect. */
  readonly everyMs: number | ((deps: Deps) => number);
  /**
   * Does what is due. It must cost next to nothing where nothing is, may be killed at any moment, and is never run twice at
   * once. Tests call it directly.
   */
  run(deps: Deps): Promise<void>;
}

/** Makes the blocks of the embedded ledger. */
export const ledgerBlocks: Sweep = {
  name: 'ledger-blocks',
  everyMs: ({ settings }) => settings.read().ledger_block_seconds * 1000,
  async run({ chains }) {
    await chains.makeBlocks();
  },
};

/** Delivers the notices of webhooks that are due. */
export const webhookNotices: Sweep = {
  name: 'webhook-notices',
  everyMs: 5_000,
  async run(deps) {
    await deliverDue(deps);
  },
};

/** Tells audits of secrets that they were restored, and destroys secrets that were deleted 30 days ago. */
export const dueSecrets: Sweep = {
  name: 'due-secrets',
  everyMs: 60_000,
  run: sweepSecrets,
};

/** Anchors what was last written in the service's own audit chains (S15). */
export const auditHeads: Sweep = {
  name: 'audit-heads',
  everyMs: 60_000,
  async run({ db, chains }) {
    await anchorHeads(db, chains, CHAINS);
  },
};

/** Signs the log of receipts where it has grown, and anchors its head. */
export const logHeads: Sweep = {
  name: 'log-heads',
  everyMs: 60_000,
  run: sweepLog,
};

/** Lets the mark beside the database follow it (S36). */
export const rollbackMark: Sweep = {
  name: 'rollback-mark',
  everyMs: 1_000,
  run: (deps) => deps.rollbackMark.writeIfActive(),
};

/** A new sweep is one entry here. */
export const SWEEPS: readonly Sweep[] = [
  ledgerBlocks,
  auditHeads,
  logHeads,
  webhookNotices,
  dueSecrets,
  healthSessions,
  expiredCacheValues,
  cachePatterns,
  platformCalls,
  platformAuditRestores,
  agentSeals,
  agentRequests,
  rollbackMark,
];

export interface RunningSweeps {
  /** Begins no further run; settles when those that run have ended. Their failures are then nobody's concern. */
  stop(): Promise<void>;
}

/** Runs each sweep on its own timer, the first time after its first interval. A failing one is logged and tried again. */
export function startSweeps(sweeps: readonly Sweep[], deps: Deps, log: Pick<Logger, 'error'>): RunningSweeps {
  const timers = new Map<Sweep, NodeJS.Timeout>();
  const running = new Map<Sweep, Promise<void>>();
  /** Why each sweep failed the last time: the same reason is logged once, not every second. */
  const faults = new Map<Sweep, string>();
  let isStopped = false;

  function plan(sweep: Sweep): void {
    if (isStopped) return;
    const { everyMs } = sweep;
    const timer = setTimeout(
      () => running.set(sweep, once(sweep)),
      typeof everyMs === 'number' ? everyMs : everyMs(deps),
    );
    timer.unref();
    timers.set(sweep, timer);
  }

  async function once(sweep: Sweep): Promise<void> {
    try {
      await sweep.run(deps);
      faults.delete(sweep);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!isStopped && faults.get(sweep) !== reason) log.error({ sweep: sweep.name, reason }, 'a sweep failed');
      faults.set(sweep, reason);
    }
    plan(sweep);
  }

  for (const sweep of sweeps) plan(sweep);
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
