import Type from 'typebox';
import { Count, Hex64, IsoTime, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Backup = object({
  name: Type.String({ description: 'The file in the folder `backups` of the data folder.' }),
  path: Type.String({ description: 'Its absolute path on this machine.' }),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  created_at: IsoTime,
});

export const storage = group({
  read: endpoint({
    id: 'admin.storage.read',
    service: 'admin',
    method: 'GET',
    path: '/storage',
    response: object({
      data_dir: Type.String({ description: 'The data folder, the only state of this server.' }),
      database_bytes: Count,
      documents_bytes: Type.Integer({ minimum: 0, description: 'Of the database: large documents of artifacts.' }),
      free_bytes: Count,
      master_key: Type.Enum(['key-file', 'passphrase', 'keychain'], {
        description: 'Where the key that protects the secrets in the database is kept.',
      }),
      backups: Type.Array(Backup),
    }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Where the data is, how large it is, and the backups beside it.',
    description:
      'A key file beside the database protects nothing if the whole folder is copied. Backups in the data folder are lost with its disk: copy them elsewhere.',
    example: {},
  }),
  backup: endpoint({
    id: 'admin.storage.backup',
    service: 'admin',
    method: 'POST',
    path: '/storage/backups',
    body: object({
      passphrase: Type.String({
        minLength: 12,
        maxLength: 1_000,
        description: 'Protects the file. Without it nobody, and nothing, opens it again.',
      }),
    }),
    response: object({ ...Backup.properties, sha256: Hex64 }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Save the whole data folder into one encrypted file.',
    description:
      'The file holds everything as of one moment, the master key included, under Argon2id of the passphrase; the server goes on meanwhile. `touchstone restore` brings it back. Only one backup is made at a time.',
    example: { body: { passphrase: 'correct horse battery staple' } },
  }),
});
