/** Heads of the log and paths in its tree as they stand in files: read strictly. What they say is for the checks to judge. */
import type { JsonValue } from '../canonical-json.ts';
import { base64, count, exactly, hash, hashBytes, listOf, text, time } from '../strict-members.ts';
import type { SignedLogHead } from './head.ts';

export function readHead(value: JsonValue | undefined, field: string): SignedLogHead {
  const members = exactly(value, field, ['log_id', 'tree_size', 'root', 'timestamp', 'keyset_id', 'signature']);
  const at = (name: string) => `${field}.${name}`;
  return {
    log_id: text(members.log_id, at('log_id')),
    tree_size: count(members.tree_size, at('tree_size'), 0),
    root: hash(members.root, at('root')),
    timestamp: time(members.timestamp, at('timestamp')),
    keyset_id: text(members.keyset_id, at('keyset_id')),
    signature: base64(members.signature, at('signature')),
  };
}

export function readPath(value: JsonValue | undefined, field: string): Uint8Array[] {
  return listOf(value, field, hashBytes);
}
