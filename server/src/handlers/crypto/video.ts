import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';

export const video = implement(api.crypto.video)({});
