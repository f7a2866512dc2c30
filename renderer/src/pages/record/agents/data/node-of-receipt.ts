import { nodeOf } from '@touchstone/core/agent/node.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Receipt } from './queries.ts';

/** A receipt as the node that is hashed. What the contract types as members of `details` is some JSON here. */
export function nodeOfReceipt(receipt: Receipt) {
  return nodeOf({ ...receipt, details: { ...receipt.details } as JsonObject });
}
