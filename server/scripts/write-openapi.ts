/** Writes docs/openapi.json from the contracts: `node server/scripts/write-openapi.ts`. A test compares the file. */
import { writeFileSync } from 'node:fs';
import { api } from '@touchstone/core/api/api.ts';
import { openApiDocument } from '@touchstone/core/api/openapi.ts';
import { PRODUCT } from '@touchstone/core/version.ts';

const path = new URL('../../docs/openapi.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(openApiDocument(api, PRODUCT), null, 2)}\n`);
