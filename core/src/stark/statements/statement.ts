/** What every statement is to a verifier. */

import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical-json.ts';
import { type Air, type Instance, instantiate } from '../air.ts';
import { parseCommitment } from '../commitment.ts';

export interface Statement {
  /** As `statement` of the public inputs has it. */
  readonly id: string;
  /** Made when it is first asked for. */
  air(): Air;
  /**
   * The AIR with these public inputs, or null where they are not of this statement. Read are `statement`, `value_commitment`
   * and the members that limit the value; the transcript binds all others as they are.
   */
  instanceOf(publicInputs: JsonObject): Instance | null;
}

/** What the public inputs add to the eight lanes of the commitment. */
export interface PublicPart {
  readonly values: readonly number[];
  readonly columns?: readonly (readonly number[])[];
}

export function defineStatement(definition: {
  readonly id: string;
  readonly build: () => Air;
  /** Reads the limits; null where they are none. */
  readonly read: (publicInputs: JsonObject, commitment: readonly number[]) => PublicPart | null;
}): Statement {
  const { id, build, read } = definition;
  let made: Air | undefined;
  function air(): Air {
    made ??= build();
    return made;
  }
  return {
    id,
    air,
    instanceOf(publicInputs) {
      const commitment = parseCommitment(publicInputs.value_commitment);
      if (publicInputs.statement !== id || commitment === null) return null;
      const part = read(publicInputs, commitment);
      return part === null ? null : instantiate(air(), [...commitment, ...part.values], part.columns ?? []);
    },
  };
}

/** `bounds` where they have exactly these members and there is no `set`. */
export function boundsOf(publicInputs: JsonObject, names: readonly string[]): JsonObject | null {
  const { bounds, set } = publicInputs;
  if (set !== undefined || !isJsonObject(bounds)) return null;
  const isExact = Object.keys(bounds).length === names.length && names.every((name) => Object.hasOwn(bounds, name));
  return isExact ? bounds : null;
}

const MOST_MEMBERS = 256;

/** `set` where it is a list of 1 to 256 different texts and there are no `bounds`. */
export function setOf(publicInputs: JsonObject): readonly string[] | null {
  const { bounds, set } = publicInputs;
  if (bounds !== undefined || !Array.isArray(set) || set.length < 1 || set.length > MOST_MEMBERS) return null;
  const members: readonly JsonValue[] = set;
  const texts = members.filter(isPlainText);
  return texts.length === members.length && new Set(texts).size === texts.length ? texts : null;
}

/** Text that is not empty and has a UTF-8 form. */
export function isPlainText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}
