/** Changes the passphrase of a folder again and again, until it is killed: `node rekey-process.ts FOLDER ONE OTHER`. */
import { concat } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { rekeyMasterKey } from '../../src/vault/master-key.ts';

const [folder = '', one = '', other = ''] = process.argv.slice(2);
const textOf = (text: string) => (text === '-' ? null : text);
let [present, next] = [textOf(one), textOf(other)];
for (;;) {
  await rekeyMasterKey(folder, { present, next }, systemRandom, async (passphrase, salt) =>
    sha3_256(concat(passphrase, salt)),
  );
  [present, next] = [next, present];
  process.stdout.write('.');
}
