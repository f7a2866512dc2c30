import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';

export const privacy = implement(api.privacy.privacy)({});
