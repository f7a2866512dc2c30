/** What the `details` of several kinds of nodes have in common. */
import type { Act } from '@touchstone/core/agent/policy.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';

/**
 * The value and jurisdiction that were judged, and which member could not be: kept at every redaction level, so that a fork
 * can decide again.
 */
export function judgedDetails({ value, jurisdiction, unreadable }: Act): JsonObject {
  return {
    ...(value === undefined ? {} : { value }),
    ...(jurisdiction === undefined ? {} : { jurisdiction }),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

/** What a caller may add to any act. */
export function statedDetails({
  metadata,
  imported,
}: {
  readonly metadata?: JsonObject;
  readonly imported?: JsonObject;
}): JsonObject {
  return { ...(metadata === undefined ? {} : { metadata }), ...(imported === undefined ? {} : { imported }) };
}

/** A member of a request's body as JSON, which it is: the strict parser has read it. */
export function jsonOf(value: object): JsonObject {
  const json = value as JsonValue;
  if (!isJsonObject(json)) throw new TypeError('internal: a body is an object');
  return json;
}
