/** The measurement of this tree, worked out apart: as `sha256sum` over the sorted files would print it, hashed. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export function measuredTree(): string {
  const names = ['core/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  const lines = names.sort().map((name) => `${hash('sha256', readFileSync(join(ROOT, name)))}  ${name}\n`);
  return hash('sha256', lines.join(''));
}
