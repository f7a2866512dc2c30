/** How every transcript begins: with all that is known before the first message of the prover, so that a proof holds for it alone. */
import { concat, utf8 } from '../bytes.ts';
import type { Instance } from './air.ts';
import { DEGREE } from './extension.ts';
import { GENERATOR, P } from './field.ts';
import { MASK_SHIFT, SHIFT, type Shape } from './shape.ts';
import { littleEndian, Transcript } from './transcript.ts';

const PROTOCOL = 'touchstone-stark/v1';

/** `publicBytes` are the public inputs as the statement's owner writes them; what they mean to the AIR follows them. */
export function beginTranscript(instance: Instance, publicBytes: Uint8Array, shape: Shape): Transcript {
  const { air, publicValues, publicColumns } = instance;
  const { profile } = shape;
  const transcript = new Transcript();
  transcript.absorb('protocol', utf8(PROTOCOL));
  transcript.absorbNumbers('parameters', [
    P,
    DEGREE,
    GENERATOR,
    SHIFT,
    MASK_SHIFT,
    profile.code,
    profile.blowUp,
    profile.queries,
    profile.grindingBits,
    profile.foldingArity,
    profile.finalCoefficients,
    profile.quotientSegments,
    profile.constraintDegree,
    profile.saltBytes,
  ]);
  transcript.absorb('statement', utf8(air.id));
  transcript.absorb('air', air.digest);
  transcript.absorbNumbers('shape', [
    shape.rows,
    shape.width,
    shape.maskCoefficients,
    shape.degreeBound,
    shape.segmentStep,
    shape.layers,
    shape.finalCoefficients,
    air.constraints.length,
  ]);
  transcript.absorb('public inputs', publicBytes);
  transcript.absorbNumbers('public values', publicValues);
  transcript.absorb('public columns', concat(...publicColumns.map(littleEndian)));
  return transcript;
}
