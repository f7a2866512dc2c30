import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';

export const share = implement(api.crypto.share)({});
