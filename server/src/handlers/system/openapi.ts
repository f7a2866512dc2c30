import { api } from '@touchstone/core/api/api.ts';
import type { JsonMembers } from '@touchstone/core/api/common.ts';
import { openApiDocument } from '@touchstone/core/api/openapi.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { implement } from '../../frame/implement.ts';

let document: JsonMembers | null = null;

export const openapi = implement(api.system.openapi)({
  async read() {
    document ??= openApiDocument(api, PRODUCT);
    return document;
  },
});
