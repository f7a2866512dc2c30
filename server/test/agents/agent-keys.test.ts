/** Keys of agents are opened for what comes together and wiped when that is over. */
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { agentKeyPlace, createAgentKeys } from '../../src/agents/agent-keys.ts';
import { createVault, type Vault } from '../../src/vault/envelope.ts';

afterEach(() => void vi.useRealTimers());

const MESSAGE = new Uint8Array(1);
const isWiped = (key: Uint8Array) => key.every((byte) => byte === 0);

/** A vault with the key of an agent; `opened` are the secret keys that it has handed out. */
function means() {
  const vault = createVault(systemRandom(32), systemRandom);
  const owner = { id: 'agt_1', project_id: 'prj_1' };
  const agent = { ...owner, envelope: vault.seal(agentKeyPlace(owner), new Uint8Array(32).fill(7)) };
  const opened: Uint8Array[] = [];
  const observing: Pick<Vault, 'open'> = {
    open(...given) {
      const key = vault.open(...given);
      if (key !== null) opened.push(key);
      return key;
    },
  };
  return { agent, keys: createAgentKeys(observing, { sign: async () => new Uint8Array(3309) }), opened };
}

test('actions that come together share one opening, which is wiped behind the last', async () => {
  vi.useFakeTimers();
  const { agent, keys, opened } = means();
  const gate = Promise.withResolvers<void>();
  const held = keys.signing(async (signer) => {
    await signer.sign(agent, MESSAGE);
    await gate.promise;
    // A second signature within the action is under the same opening, however late it is.
    await signer.sign(agent, MESSAGE);
  });
  const act = () => keys.signing((signer) => signer.sign(agent, MESSAGE));
  await Promise.all([act(), act()]);
  await act();
  expect(opened.map(isWiped)).toEqual([false]);
  vi.advanceTimersByTime(100);
  expect(opened.map(isWiped)).toEqual([false]);
  gate.resolve();
  await held;
  expect(opened.map(isWiped)).toEqual([true]);
  // Without a user too it serves whoever comes until its time is over.
  await act();
  await act();
  expect(opened.map(isWiped)).toEqual([true, false]);
  vi.advanceTimersByTime(100);
  expect(opened.map(isWiped)).toEqual([true, true]);
});

test('an opening serves nobody who begins later, and a failure wipes it too', async () => {
  vi.useFakeTimers();
  const { agent, keys, opened } = means();
  const failed = keys.signing(async (signer) => {
    await signer.sign(agent, MESSAGE);
    vi.advanceTimersByTime(100);
    await keys.signing((other) => other.sign(agent, MESSAGE));
    expect(opened.map(isWiped)).toEqual([false, false]);
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  expect(opened.map(isWiped)).toEqual([true, false]);
  vi.advanceTimersByTime(100);
  expect(opened.map(isWiped)).toEqual([true, true]);
});

test('an action that is over borrows no key any more', async () => {
  const { agent, keys, opened } = means();
  const late = await keys.signing(async (signer) => signer);
  expect(() => late.sign(agent, MESSAGE)).toThrow(TypeError);
  expect(opened).toEqual([]);
});

test('an envelope of another agent does not open', async () => {
  const { agent, keys, opened } = means();
  const other = { ...agent, id: 'agt_2' };
  await expect(keys.signing(async (signer) => signer.sign(other, MESSAGE))).rejects.toThrow('does not open');
  expect(opened).toEqual([]);
});
