import { foundation } from './0001-foundation.ts';
import { documentFiles } from './0002-document-files.ts';
import { receiptsAndWrappedKeys } from './0003-receipts-wrapped-keys.ts';
import { administration } from './0004-administration.ts';
import { signingKeys } from './0005-signing-keys.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order; append only. `migrations.test.ts` holds the hash of every one. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'foundation', sql: foundation },
  { version: 2, name: 'document files', sql: documentFiles },
  { version: 3, name: 'receipts and wrapped keys', sql: receiptsAndWrappedKeys },
  { version: 4, name: 'administration', sql: administration },
  { version: 5, name: 'signing keys', sql: signingKeys },
];
