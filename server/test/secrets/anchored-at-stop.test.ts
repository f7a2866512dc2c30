/** S5: a stop puts the ends of the audits on the ledger, so that the last entries cannot be cut off behind it. */

import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { appendSecretAudit, BY_ITSELF } from '../../src/secrets/audit.ts';
import { write } from '../../src/store/engine.ts';
import { kdf, NOW, serviceOn } from '../backup/folder.ts';
import { folderOfEachTest } from '../backup/folder-of-each-test.ts';

const folder = folderOfEachTest();

async function complaints(): Promise<readonly string[]> {
  const options = { dataDir: folder.dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 2 ** 40 };
  const { findings } = await examineDataFolder(options);
  return findings.filter(({ status }) => status === 'problem').map(({ message }) => message);
}

test('the last entry of the audit of secrets that is cut after a stop is missed', async () => {
  const { deps, close } = await serviceOn(folder.dataDir);
  const event = { action: 'reveal', secretId: 'sec_1', result: 'failure', ...BY_ITSELF } as const;
  await deps.statements.signing((signer) =>
    write(deps.db, (db) => appendSecretAudit(db, deps, signer, LOCAL.projectId, event)),
  );
  await close();
  expect(await complaints()).toEqual([]);
  const sqlite = new SqliteDatabase(folder.at('touchstone.db'));
  sqlite.exec('DELETE FROM secret_audit');
  sqlite.close();
  expect(await complaints()).toEqual([
    'The ledger holds an entry that the audit of secrets does not have: it was changed or cut off.',
  ]);
});
