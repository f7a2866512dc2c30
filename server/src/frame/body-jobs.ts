/** What the frame itself asks of workers about large bodies. */
import { api } from '@touchstone/core/api/api.ts';
import { type Endpoint, endpointsOf } from '@touchstone/core/api/endpoint.ts';
import { joined, type Pieces } from './body.ts';
import { chooseOperation, readBody } from './contract.ts';
import type { Job } from './job.ts';

export interface LargeBody {
  /** The operation's id. */
  readonly operation: string;
  readonly pieces: Pieces;
}

/** Parses a body and holds it against the contract. */
export const readBodyJob: Job<LargeBody, unknown> = {
  name: 'read body',
  run: ({ operation, pieces }) => readBody(operationOf(operation), joined(pieces)),
};

/** Which of the operations of a route a body means: an id. */
export const chooseOperationJob: Job<{ readonly operations: readonly string[]; readonly pieces: Pieces }, string> = {
  name: 'choose operation',
  run: ({ operations, pieces }) => chooseOperation(operations.map(operationOf), joined(pieces)),
};

export const jobs = [readBodyJob, chooseOperationJob] as const;

export function operationOf(id: string): Endpoint {
  const known = endpointsOf(api).find((operation) => operation.id === id);
  if (known === undefined) throw new TypeError(`internal: no operation is called ${id}`);
  return known;
}
