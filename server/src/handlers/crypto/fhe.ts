import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';
import { type BfvNeeds, bfvHandlers } from './fhe-bfv.ts';
import { type CkksNeeds, ckksHandlers } from './fhe-ckks.ts';

export const fhe = implement(api.crypto.fhe)<BfvNeeds & CkksNeeds>({ ...bfvHandlers, ...ckksHandlers });
