/** A demand for parameters, and what came of it. The service decides; what else there is follows from the same rules and its times. */
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { fheIq } from '@touchstone/core/api/crypto/fhe-iq.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { type Advice, adviceFor, WORKLOADS, type WorkloadName } from '@touchstone/core/fhe/advice.ts';
import { SECURITY_LEVELS, type SecurityLevel } from '@touchstone/core/fhe/security-tables.ts';
import { client } from '../../../../lib/client.ts';
import { measure } from '../queries.ts';
import { costModelOf } from './trade-off.ts';

export type Demand = InputOf<typeof fheIq.select>['body'];

export interface Asked {
  readonly demand: Demand;
  readonly outcome:
    | { readonly isPossible: true; readonly answer: OutputOf<typeof fheIq.select> }
    | { readonly isPossible: false };
  /** Everything that suits the workload at 128 bits or more, the smallest n first. */
  readonly others: readonly Advice[];
}

/** The demands of which the service says that nothing keeps to them. */
const DEMANDS: ReadonlySet<string> = new Set(['max_latency_ms', 'security_level']);

export async function askFor(demand: Demand, signal: AbortSignal): Promise<Asked> {
  const cost = costModelOf(await measure(false, signal));
  const others = adviceFor(demand.workload, SECURITY_LEVELS[0], cost).toSorted((a, b) => a.n - b.n);
  try {
    const answer = await client.crypto.fheIq.select({ body: demand }, { signal });
    return { demand, outcome: { isPossible: true, answer }, others };
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'INVALID_REQUEST' && DEMANDS.has(error.field))) throw error;
    return { demand, outcome: { isPossible: false }, others };
  }
}

/** What comes nearest: the fastest at the level, or else the fastest at the highest level that there is. */
export function nearestTo({ demand, others }: Pick<Asked, 'demand' | 'others'>): Advice | null {
  const levels = SECURITY_LEVELS.filter((level) => level <= demand.security_level);
  const level = levels.findLast((one) => others.some((other) => other.level >= one));
  return level === undefined ? null : fastest(others, level);
}

function fastest(others: readonly Advice[], level: SecurityLevel): Advice | null {
  return others.filter((one) => one.level >= level).toSorted((a, b) => a.milliseconds - b.milliseconds)[0] ?? null;
}

export function depthOfWorkload(workload: WorkloadName): number {
  return WORKLOADS[workload].depth;
}
