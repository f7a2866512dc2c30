/** Statements that are signed together share one opening of the key, which is wiped when the last is done. */
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerSigner } from '../../src/crypto/signer.ts';
import { createKeySets, type KeySets } from '../../src/key-sets/key-sets.ts';
import { createStatements, type StatementSigner } from '../../src/key-sets/statements.ts';
import { makeFolder, NOW, remove, temporaryFolder, withDatabase } from '../backup/folder.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await makeFolder(dataDir);
});
afterEach(() => {
  vi.restoreAllMocks();
  remove(dataDir);
});

/** The key sets of the folder, watched: every secret key that was handed out. */
async function watched<T>(
  action: (keySets: Pick<KeySets, 'withSecrets' | 'verifying'>, lent: readonly Uint8Array[]) => Promise<T>,
): Promise<T> {
  return withDatabase(dataDir, async (db, vault) => {
    const run = () => Promise.reject(new Error('no set is missing'));
    const keySets = createKeySets({
      db,
      vault,
      run,
      random: systemRandom,
      clock: () => NOW,
      signer: createServerSigner(),
      trust: () => EMPTY_TRUST_STORE,
      onChange: () => undefined,
    });
    const lent: Uint8Array[] = [];
    return action(
      {
        verifying: keySets.verifying,
        withSecrets: (use, work, only) =>
          keySets.withSecrets(
            use,
            (keySet, secretKeys) => {
              lent.push(...secretKeys.values());
              return work(keySet, secretKeys);
            },
            only,
          ),
      },
      lent,
    );
  });
}

const BODY = { text: 'a statement' };
const isWiped = (key: Uint8Array) => key.every((byte) => byte === 0);

test('what is under way together shares the key; it is wiped after the last, and every signature holds', async () => {
  // However long they take here, they begin within a moment of each other.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  await watched(async (keySets, lent) => {
    const statements = createStatements(keySets, createServerSigner());
    const signed = (signer: StatementSigner) =>
      signer.sign('audit', BODY).then((signature) => ({ signature, set: signer.keySetId }));
    const failing = statements.signing(() => Promise.reject(new Error('the action fails')));
    const [failure, ...outcomes] = await Promise.allSettled([
      failing,
      ...Array.from({ length: 5 }, () => statements.signing(signed)),
    ]);
    expect(failure.status).toBe('rejected');
    expect(lent).toHaveLength(1);
    expect(lent.every(isWiped)).toBe(true);
    const verify = await statements.verifier();
    for (const outcome of outcomes) {
      if (outcome.status !== 'fulfilled') throw outcome.reason;
      const { signature, set } = outcome.value;
      expect(await verify('audit', BODY, signature, set)).toBe(true);
      expect(await verify('audit', { text: 'another' }, signature, set)).toBe(false);
    }
    await statements.signing(signed);
    expect(lent).toHaveLength(2);
    expect(lent.every(isWiped)).toBe(true);
  });
});

test('a key that does not open fails each who waits for it, and the next asks anew', async () => {
  const nothing: Pick<KeySets, 'withSecrets' | 'verifying'> = {
    verifying: () => Promise.resolve([]),
    withSecrets: () => Promise.reject(new Error('it does not open')),
  };
  const statements = createStatements(nothing, createServerSigner());
  const outcomes = await Promise.allSettled([0, 1].map(() => statements.signing(async () => 'signed')));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(statements.signing(async () => 'signed')).rejects.toThrow('it does not open');
});
