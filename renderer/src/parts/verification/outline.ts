/** The small parts of a large document: what a person reads of it, without what only a tree would show. */
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';

/** A member of more characters, about, is left out; so is what comes after the whole budget is spent. */
const MAX_MEMBER = 64 * 1024;
const MAX_TOTAL = 512 * 1024;
/** How deep a member that is too large is looked into for smaller ones. */
const DEPTH = 3;

/** A copy with the small members only. Members are kept or left out, never shortened. */
export function outlineOf(document: JsonObject): JsonObject {
  return prune(document, { left: MAX_TOTAL }, DEPTH);
}

function prune(value: JsonObject, budget: { left: number }, depth: number): JsonObject {
  const kept: Record<string, JsonValue> = Object.create(null);
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    const limit = Math.min(MAX_MEMBER, budget.left);
    const size = name.length + sizeOf(member, limit);
    if (size <= limit) {
      budget.left -= size;
      kept[name] = member;
    } else if (depth > 0 && isJsonObject(member)) {
      kept[name] = prune(member, budget, depth - 1);
    }
  }
  return kept;
}

/** About the characters that a value takes as JSON; counting stops above the limit. */
function sizeOf(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [name, member] of Object.entries(value)) {
    size += name.length + sizeOf(member, limit - size) + 1;
    if (size > limit) return size;
  }
  return size;
}
