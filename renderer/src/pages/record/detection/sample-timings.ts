/** An example to try: a comparison that stops at the first wrong byte, measured on a machine that interrupts now and then. */
import { measurementsText } from './read-input.ts';

const COUNT = 4_000;

export function sampleTimings(): string {
  // The same numbers each time (Park and Miller's generator): the guide shows what comes out.
  let state = 20_261;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const input_classes = Array.from({ length: COUNT }, () => (uniform() < 0.5 ? 0 : 1));
  const timing_samples = input_classes.map((inputClass) => {
    const noise = -22 * Math.log((1 - uniform()) * (1 - uniform()));
    const interrupted = uniform() < 0.01 ? 4_000 * uniform() : 0;
    return Math.round(41_180 + noise + interrupted + (inputClass === 0 ? 24 : 0));
  });
  return measurementsText({ timing_samples, input_classes });
}
