import { foundation } from './0001-foundation.ts';
import { documentFiles } from './0002-document-files.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order; append only. `migrations.test.ts` holds the hash of every one. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'foundation', sql: foundation },
  { version: 2, name: 'document files', sql: documentFiles },
];
