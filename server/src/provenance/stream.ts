/**
 * The answer of `GET /v1/key/provenance/:id` for a chain of many thousand events: written while it is read, a slice at a
 * time, so that neither the whole is ever in memory nor the event loop held. What is sent is the canonical JSON that the
 * signature at its end covers.
 */

import { setImmediate } from 'node:timers/promises';
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { startSha3_256, tagged } from '@touchstone/core/hash.ts';
import { STATEMENT_ALGORITHM } from '@touchstone/core/sign/statement.ts';
import { signJob } from '../crypto/pooled-signer.ts';
import type { RunJob } from '../frame/job.ts';
import type { Statements } from '../key-sets/statements.ts';
import type { Db } from '../store/engine.ts';
import { keyEventsAfter } from './store.ts';
import { requireEvent } from './work.ts';

interface StreamNeeds {
  readonly db: Db;
  readonly statements: Statements;
  readonly run: RunJob;
}

/** Events that are read and hashed before others have their turn: 80 KiB. */
const SLICE = 16;

/**
 * The pieces of the answer about the first `end` events of a key. Throws TypeError where the database was changed, which
 * ends the answer in the middle: a page names the event.
 */
export async function* longProvenance(
  { db, statements, run }: StreamNeeds,
  keyId: string,
  end: number,
): AsyncGenerator<Uint8Array> {
  const hash = startSha3_256();
  yield utf8('{"chain":');
  let last = 0;
  while (last < end) {
    const rows = await keyEventsAfter(db, keyId, last, Math.min(SLICE, end - last));
    const [first] = rows;
    if (first === undefined) throw new TypeError(`internal: events after ${last} of ${keyId} are missing`);
    const events = rows.map((row) => canonicalJson(requireEvent(keyId, row.position - 1, row)));
    const piece = utf8(`${last === 0 ? '[' : ','}${events.join(',')}`);
    last = rows.at(-1)?.position ?? end;
    hash.update(piece);
    yield piece;
    await setImmediate();
  }
  hash.update(utf8(']'));
  const message = tagged('provenance', hash.digest());
  const [keySetId, signature] = await statements.lending(async ({ keySetId: id, secretKey }) => [
    id,
    await run(signJob, { algorithm: STATEMENT_ALGORITHM, secretKey, message }),
  ]);
  yield utf8(`],"dilithium_signature":${JSON.stringify(toBase64(signature))},"keyset_id":${JSON.stringify(keySetId)}}`);
}
