/** What every statement is to whoever proves it. */
import type { JsonObject } from '../../canonical-json.ts';
import type { Random } from '../../random.ts';
import { firstBrokenConstraint, type Instance } from '../air.ts';
import { type CommittedValue, commit, commitmentHex, drawSalt } from '../commitment.ts';
import { openingTrace, type Trace } from '../opening/trace.ts';
import type { Statement } from './statement.ts';

/** A commitment and what opens it beside the witness; the salt is as secret as the value. */
export interface Committed {
  /** `value_commitment` of the public inputs. */
  readonly valueCommitment: string;
  readonly salt: readonly number[];
}

/** A true claim, ready to be proven. */
export interface Claim {
  readonly instance: Instance;
  readonly trace: Trace;
}

export interface Prover<Witness> {
  readonly statement: Statement;
  /** What of the witness is committed. Throws RangeError for a witness that has no form in the circuit. */
  encode(witness: Witness): CommittedValue;
  /** Fills the columns beside the opening, so that a true claim breaks no constraint. */
  fill(trace: Trace, witness: Witness, instance: Instance): void;
  /** Commits to the value with fresh randomness. Throws RangeError as `encode`. */
  commit(witness: Witness, random: Random): Committed;
  /** The trace; null where the claim is false, the inputs are not of this statement, or the commitment is another's. */
  claim(publicInputs: JsonObject, witness: Witness, salt: readonly number[]): Claim | null;
}

export function defineProver<Witness>(definition: {
  readonly statement: Statement;
  readonly encode: Prover<Witness>['encode'];
  readonly fill: Prover<Witness>['fill'];
  /** Whether a commitment serves; another salt is drawn where it does not. */
  readonly serves?: (commitment: readonly number[], witness: Witness) => boolean;
}): Prover<Witness> {
  const { statement, encode, fill, serves = () => true } = definition;
  return {
    statement,
    encode,
    fill,
    commit(witness, random) {
      const value = encode(witness);
      for (;;) {
        const salt = drawSalt(random);
        const lanes = commit(value, salt);
        if (serves(lanes, witness)) return { valueCommitment: commitmentHex(lanes), salt };
      }
    },
    claim(publicInputs, witness, salt) {
      const instance = statement.instanceOf(publicInputs);
      if (instance === null) return null;
      const trace = openingTrace(instance.air, encode(witness), salt);
      fill(trace, witness, instance);
      return firstBrokenConstraint(instance, trace) === null ? { instance, trace } : null;
    },
  };
}
