/** Measures encrypted computation on this machine, in a thread that holds no keys of ours. */
import { loadSeal } from '@touchstone/core/fhe/context.ts';
import type { MeasuredSet } from '@touchstone/core/fhe/cost-model.ts';
import { measureSet } from '@touchstone/core/fhe/measure.ts';
import { PARAMETERS, type SchemeParameters } from '@touchstone/core/fhe/params.ts';
import type { ThreadTask } from '../fhe/threads.ts';

const BFV = { scheme: 'BFV', plainModulus: 786_433n } as const;
const CKKS = { scheme: 'CKKS', plainModulus: null } as const;

/** From small to large for each scheme, so that others lie between; those of `/v1/fhe` among them. */
const MEASURED: readonly SchemeParameters[] = [
  { ...BFV, id: 'measured-4096', degree: 4_096, primeBits: [36, 36, 34] },
  { ...BFV, id: 'measured-8192', degree: 8_192, primeBits: [60, 60, 60, 34] },
  PARAMETERS['bfv-standard'],
  PARAMETERS['bfv-wide'],
  { ...CKKS, id: 'measured-ckks-4096', degree: 4_096, primeBits: [53, 53] },
  { ...CKKS, id: 'measured-ckks-8192', degree: 8_192, primeBits: [60, 40, 40, 60] },
  PARAMETERS.ckks,
];

export const measureTask: ThreadTask<null, readonly MeasuredSet[]> = {
  name: 'measure encrypted computation',
  async run() {
    const seal = await loadSeal();
    return MEASURED.map((parameters) => {
      const { scheme, degree: n, primeBits, plainModulus: t } = parameters;
      const times = measureSet(seal, parameters, () => performance.now());
      return { scheme, n, primeBits, plainModulus: t === null ? null : Number(t), times };
    });
  },
};
