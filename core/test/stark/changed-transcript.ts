/** Runs something with a transcript that differs from the protocol's, as an implementation with that mistake has it. */
import { type Label, Transcript } from '@touchstone/core/stark/transcript.ts';

export const LABELS: readonly Label[] = [
  'protocol',
  'parameters',
  'statement',
  'air',
  'shape',
  'public inputs',
  'public values',
  'public columns',
  'trace root',
  'constraint coefficients',
  'quotient root',
  'out-of-domain point',
  'out-of-domain values',
  'batch coefficients',
  'layer root',
  'folding challenge',
  'final polynomial',
  'grinding nonce',
  'query indices',
];

type Methods = Partial<Pick<Transcript, 'absorb' | 'drawExtensions' | 'drawOutOfDomainPoint' | 'drawIndices'>>;

/** `this` of the replacing methods is the transcript; what they replace is called through `original`. */
export function withTranscript<T>(
  replace: (original: Required<Methods>) => Methods & ThisType<Transcript>,
  run: () => T,
): T {
  const { absorb, drawExtensions, drawOutOfDomainPoint, drawIndices } = Transcript.prototype;
  const original = { absorb, drawExtensions, drawOutOfDomainPoint, drawIndices };
  Object.assign(Transcript.prototype, replace(original));
  try {
    return run();
  } finally {
    Object.assign(Transcript.prototype, original);
  }
}

/** Messages under this label are not taken in. */
export function withoutAbsorbing<T>(dropped: Label, run: () => T): T {
  return withTranscript(
    ({ absorb }) => ({
      absorb(label, message) {
        if (label !== dropped) absorb.call(this, label, message);
      },
    }),
    run,
  );
}

/** Two labels have changed places. */
export function withLabelsSwapped<T>(one: Label, other: Label, run: () => T): T {
  return withTranscript(
    ({ absorb }) => ({
      absorb(label, message) {
        absorb.call(this, label === one ? other : label === other ? one : label, message);
      },
    }),
    run,
  );
}
