/** The checks of all rooms, a list; and how the frame runs them. */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { checks as agents } from '../agents/work.ts';
import { checks as ceremony } from '../ceremony/work.ts';
import { checks as detection } from '../detection/work.ts';
import { joined, type Pieces } from '../frame/body.ts';
import type { BodyCheck } from '../frame/body-check.ts';
import { type LargeBody, operationOf } from '../frame/body-jobs.ts';
import { readBody } from '../frame/contract.ts';
import type { Job } from '../frame/job.ts';
import { checks as health } from '../health/work.ts';
import { checks as hybrid } from '../hybrid/work.ts';
import { checks as keys } from '../keys/work.ts';
import { checks as mlDsa } from '../ml-dsa/work.ts';
import { checks as mlKem } from '../ml-kem/work.ts';
import { checks as privacy } from '../privacy/work.ts';
import { checks as search } from '../search/work.ts';
import { checks as secrets } from '../secrets/work.ts';
import { checks as stark } from '../stark/work.ts';
import { checks as storage } from '../storage/work.ts';
import { checks as threeKey } from '../three-key/work.ts';

export const CHECKS: readonly BodyCheck[] = [
  ...threeKey,
  ...mlDsa,
  ...mlKem,
  ...keys,
  ...health,
  ...storage,
  ...ceremony,
  ...secrets,
  ...agents,
  ...hybrid,
  ...privacy,
  ...stark,
  ...detection,
  ...search,
];

const byOperation = new Map(CHECKS.map(({ operation, check }) => [operation.id, check]));

/** For a body that has passed its contract. Throws INVALID_REQUEST. */
export function checkBody(operation: Endpoint, body: unknown): void {
  byOperation.get(operation.id)?.(body);
}

/** Refuses what `readBody` refuses, and a body that no state of the server would make valid. */
export const checkBodyJob: Job<LargeBody, null> = {
  name: 'check body',
  run({ operation, pieces }: { readonly operation: string; readonly pieces: Pieces }) {
    const known = operationOf(operation);
    checkBody(known, readBody(known, joined(pieces)));
    return null;
  },
};
