import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const fhe = implement(api.crypto.fhe)({});
