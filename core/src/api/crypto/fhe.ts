import { group } from '../endpoint.ts';
import { bfv } from './fhe-bfv.ts';
import { ckks } from './fhe-ckks.ts';

export const fhe = group({ ...bfv, ...ckks });
