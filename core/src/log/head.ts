/** The signed head of the log: how many leaves it had at a time, and their root (statement kind `log-head`). */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';

export interface LogHead {
  /** A restore begins a new log (S27). */
  readonly log_id: string;
  readonly tree_size: number;
  /** 64 hex digits; of an empty log SHA-256 of nothing. */
  readonly root: string;
  /** ISO 8601 UTC, by the clock of the service. */
  readonly timestamp: string;
  readonly keyset_id: string;
}

export interface SignedLogHead extends LogHead {
  /** Base64, ML-DSA-65 of the `service` set over the head without this member. */
  readonly signature: string;
}

/** The signed body of a head; of a signed one without its signature. */
export function logHeadBody({ log_id, tree_size, root, timestamp, keyset_id }: LogHead): JsonObject {
  return { log_id, tree_size, root, timestamp, keyset_id };
}

/** SHA3-256 of the head's canonical JSON, hex: what is anchored under the kind `log-head`. */
export function logHeadHash(head: LogHead): string {
  return toHex(sha3_256(canonicalBytes(logHeadBody(head))));
}
