import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';

export const search = implement(api.crypto.search)({});
