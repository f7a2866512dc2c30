/** Whether the rows that open doors carry the seal that this service made (S35). */

import { readSetting } from '../settings/store.ts';
import { snapshot } from '../store/engine.ts';
import { createRowSealer, mustBeSealed, SEALED_NAMES, sealedRowName } from '../store/row-seal.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault } from '../vault/envelope.ts';
import { vaultCheckVersion } from '../vault/vault-check.ts';
import { type Check, ok, warning } from './check.ts';
import { createRowFaults } from './row-faults.ts';

export const rowSeals: Check = {
  id: 'row-seals',
  needs: 'schema',
  async run({ inspection, masterKey, random }) {
    if (masterKey === null) {
      return [
        warning(
          'Whether rows were changed outside of the service was not checked: there is no master key.',
          'Give --key-passphrase-file or --master-key-file.',
        ),
      ];
    }
    const vault = createVault(masterKey, random);
    try {
      const sealer = createRowSealer(vault);
      // A server that runs may write meanwhile: the record and the rows are read at one moment.
      return await snapshot(inspection.db, async (db) => {
        const check = await readSetting(db, 'vault_check');
        // Without the record, which `master-key` tells of, nothing says that the rows are from before there were seals.
        const version = check === null ? 2 : vaultCheckVersion(vault, check);
        // Another master key is what `master-key` tells of.
        if (version === null) return [ok('No rows were sealed with this master key.')];
        if (version === 1) {
          const what =
            'Rows of accounts, keys, settings, targets and devices are not sealed yet: the folder comes from an older version.';
          return [warning(what, 'Start the server on this folder once.')];
        }
        const faults = createRowFaults();
        let count = 0;
        for (const table of SEALED_NAMES) {
          for await (const row of rowsOf(db, table)) {
            if (!mustBeSealed(table, row)) continue;
            count++;
            if (sealer.holds(table, row)) continue;
            faults.add(table, sealedRowName(table, row), 'was changed or added outside of the service, and is ignored');
          }
        }
        return faults.findings(`All rows that grant access are as this service stored them (${count}).`);
      });
    } finally {
      vault.close();
    }
  },
};
