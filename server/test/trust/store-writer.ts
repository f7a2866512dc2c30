/** A process that revokes keys for tests: `node trust-store-writer.ts <file> <letter> <how many>`. */
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { changeTrustStoreFile } from '../../src/trust/store-file.ts';

const [, , path = '', letter = '', count = ''] = process.argv;
for (let i = 0; i < Number(count); i++) {
  const thumbprint = letter.repeat(40) + String(i).padStart(3, '0');
  const change = await changeTrustStoreFile(path, (store) => revokeKey(store, thumbprint, 0, 'test'));
  if (!change.ok) throw new TypeError(change.message);
}
