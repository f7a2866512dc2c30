/** Writes docs/schemas from the declarations in core/src/schemas: `node core/scripts/write-schemas.ts`. A test compares the files. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaFiles } from '@touchstone/core/schemas/document.ts';

const folder = path.join(import.meta.dirname, '../../docs/schemas');
rmSync(folder, { recursive: true, force: true });
for (const [name, text] of schemaFiles()) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
