/** Requests under an `Idempotency-Key` whose answer is owed already. */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { Caller } from '../frame/caller.ts';

const HEADER = 'idempotency-key';

export interface RepeatNeeds {
  /** Whether a project has used an `Idempotency-Key` before. */
  readonly wasMade: (projectId: string, key: string) => Promise<boolean>;
}

/**
 * Whether the project has used the key of this request before. Whether it is the same request the handler tells: only what
 * it then answers costs nothing.
 */
export async function isRepeat(
  { wasMade }: RepeatNeeds,
  caller: Caller | null,
  operation: Endpoint,
  headers: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const key = headers[HEADER];
  if (caller === null || typeof key !== 'string' || operation.headers?.properties[HEADER] === undefined) return false;
  return wasMade(caller.projectId, key);
}
