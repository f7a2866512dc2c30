/**
 * The answer of `GET /v1/key/provenance/:id`. A chain of thousands of events is parsed, hashed and written in a worker, to
 * which the event loop hands it in pages.
 */
import { utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Job } from '../frame/job.ts';
import type { StatementSigner } from '../key-sets/statements.ts';
import { type LentKey, lentSigner } from '../key-sets/statements.ts';

/** An event as it is stored: the JSON that was signed, and the signature. */
export interface StoredEvent {
  readonly body: string;
  readonly signature: string;
}

/** The event of a row; null where its text is no JSON object. */
export function storedEvent({ body, signature }: StoredEvent): JsonObject | null {
  const parsed = parseStrictJson(body);
  return parsed.ok && isJsonObject(parsed.value) ? { ...parsed.value, signature } : null;
}

/** The same; throws TypeError where the database was changed. */
export function requireEvent(keyId: string, place: number, stored: StoredEvent): JsonObject {
  const event = storedEvent(stored);
  if (event === null) throw new TypeError(`internal: event ${place + 1} of ${keyId} cannot be read`);
  return event;
}

/** The chain, the signature over the whole, and the set that signed it, as JSON. */
export async function provenanceAnswer(
  { keySetId, sign }: StatementSigner,
  keyId: string,
  events: readonly StoredEvent[],
): Promise<string> {
  const chain = events.map((stored, place) => requireEvent(keyId, place, stored));
  const signature = await sign('provenance', chain);
  return JSON.stringify({ chain, dilithium_signature: signature, keyset_id: keySetId });
}

/** A page of events on its way to a worker: JSON in shared memory, which is not copied. */
export type EventPage = Uint8Array<SharedArrayBuffer>;

export function pageOf(events: readonly StoredEvent[]): EventPage {
  const text = Buffer.from(JSON.stringify(events.map(({ body, signature }) => ({ body, signature }))));
  const page = new Uint8Array(new SharedArrayBuffer(text.length));
  page.set(text);
  return page;
}

export function eventsIn(pages: readonly EventPage[]): readonly StoredEvent[] {
  return pages.flatMap((page) => JSON.parse(Buffer.from(page).toString()) as StoredEvent[]);
}

interface ProvenanceInput {
  readonly keyId: string;
  readonly pages: readonly EventPage[];
  readonly key: LentKey;
}

/** The answer of `GET /v1/key/provenance/:id` as JSON in UTF-8. */
export const provenanceJob: Job<ProvenanceInput, Uint8Array> = {
  name: 'provenance',
  run: async ({ keyId, pages, key }, { signer }) =>
    utf8(await provenanceAnswer(lentSigner(key, signer), keyId, eventsIn(pages))),
  secretsIn: ({ key }) => [key.secretKey],
};

export const jobs = [provenanceJob] as const;
