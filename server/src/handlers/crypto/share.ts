import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const share = implement(api.crypto.share)({});
