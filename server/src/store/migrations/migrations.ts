import { foundation } from './0001-foundation.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order; append only. `migrations.test.ts` holds the hash of every one. */
export const MIGRATIONS: readonly Migration[] = [{ version: 1, name: 'foundation', sql: foundation }];
