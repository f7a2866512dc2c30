import { type Check, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import { readSetting } from '../settings/store.ts';
import { snapshot } from '../store/engine.ts';
import { createVault } from '../vault/envelope.ts';
import { vaultCheckVersion } from '../vault/vault-check.ts';
import { readMark } from './mark.ts';
import { type Behind, judgeMark, newerMarks, rowDigestFault } from './rollback.ts';

const WORDS: Readonly<Record<Behind['mark'], string>> = {
  there: 'The database is older than the mark beside it: an older copy took the place of the newer database.',
  missing: 'The mark beside the database (rollback-mark.json) is missing.',
  damaged: 'The mark beside the database (rollback-mark.json) was not written by this program.',
};

/** Whether the database is as new as it was (S36), and the rows that open doors are all there, and only they (S35). */
export const rollbackMark: Check = {
  id: 'rollback-mark',
  needs: 'schema',
  async run({ inspection, masterKey, random, dataDir }) {
    if (masterKey === null) {
      return [warning('Whether the database is an older copy was not checked: there is no master key.', null)];
    }
    const vault = createVault(masterKey, random);
    try {
      // A server that runs goes on writing: the database may be ahead of a mark that was read before it, never behind.
      const mark = readMark(dataDir, vault);
      return await snapshot(inspection.db, async (db) => {
        const check = await readSetting(db, 'vault_check');
        const version = check === null ? 3 : vaultCheckVersion(vault, check);
        // Another master key is what `master-key` tells of.
        if (version === null) return [ok('No mark was written with this master key.')];
        const behind = await judgeMark(db, vault, mark);
        if (behind !== null) {
          const which = behind.chains.length === 0 ? '' : ` Missing are entries of: ${behind.chains.join(', ')}.`;
          return [problem(WORDS[behind.mark] + which, `Put the newer database back. ${RESTORE}`)];
        }
        if (version !== 3) return [ok('No mark was written yet.')];
        const fault = await rowDigestFault(db, vault, mark);
        if (fault !== null) return [problem(fault, RESTORE)];
        // Read anew: a server that runs has written it after what is stated here, but for the last.
        const newer = await newerMarks(db, vault, readMark(dataDir, vault));
        if (newer > 0) {
          const what = `The mark beside the database is out of date: ${newer} newer marks were written, or could not be written.`;
          return [warning(what, 'Start the server, which writes a new mark, and find out who put the old mark there.')];
        }
        return [ok('The database is as new as its mark, and no row that grants access is missing.')];
      });
    } finally {
      vault.close();
    }
  },
};
