/** Whether a proof is what a relying party wants: any member that differs makes it none (S13). */
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { parseIsoTime } from '../time.ts';
import { attestationTypeOf } from './commitment.ts';

/** Members that `bounds` hold under the same name. */
const BOUNDS = [
  'minimum_age',
  'attribute',
  'token_mint',
  'min_balance',
  'max_balance',
  'protocol',
  'min_ratio',
  'min_value_usd',
];
const TIMES = ['issued_at', 'expires_at'];

/** `expected` has passed the contract: it has no other members than those. */
export function meetsExpectation(expected: JsonObject, publicInputs: JsonObject): boolean {
  const bounds = isJsonObject(publicInputs.bounds) ? publicInputs.bounds : {};
  return Object.entries(expected).every(([name, wanted]) => {
    if (name === 'attestation_type') return attestationTypeOf(publicInputs.statement) === wanted;
    if (name === 'allowed_set' || name === 'set') return sameMembers(wanted, publicInputs.set);
    if (name === 'checks') return sameMembers(wanted, bounds.checks);
    if (BOUNDS.includes(name)) return same(wanted, memberOf(bounds, name));
    const found = memberOf(publicInputs, name);
    return TIMES.includes(name) ? sameTime(wanted, found) : same(wanted, found);
  });
}

function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function same(wanted: JsonValue, found: JsonValue | undefined): boolean {
  return found !== undefined && canonicalJson(wanted) === canonicalJson(found);
}

/** Whether two lists name the same, in whatever order. */
function sameMembers(wanted: JsonValue, found: JsonValue | undefined): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(found)) return false;
  const [one, other] = [wanted, found].map((list) => new Set(list.map((item: JsonValue) => canonicalJson(item))));
  return one?.size === other?.size && [...(one ?? [])].every((item) => other?.has(item));
}

function sameTime(wanted: JsonValue, found: JsonValue | undefined): boolean {
  if (typeof wanted !== 'string' || typeof found !== 'string') return false;
  const time = parseIsoTime(wanted);
  return time !== null && time === parseIsoTime(found);
}
