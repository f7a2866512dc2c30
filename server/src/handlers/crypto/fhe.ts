import { api } from '@touchstone/core/api/api.ts';
import { type BfvNeeds, bfvHandlers } from '../../fhe/bfv-operations.ts';
import { type CkksNeeds, ckksHandlers } from '../../fhe/ckks-operations.ts';
import { implement } from '../../frame/implement.ts';

export const fhe = implement(api.crypto.fhe)<BfvNeeds & CkksNeeds>({ ...bfvHandlers, ...ckksHandlers });
