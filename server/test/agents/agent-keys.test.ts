/** Keys of agents are opened for what comes together and wiped when that is over. */
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agentKeyPlace, withAgentKeys } from '../../src/agents/agent-keys.ts';
import { createServerSigner } from '../../src/crypto/signer.ts';
import { createVault } from '../../src/vault/envelope.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WIPED = new Uint8Array(32);

/** A vault with the key of an agent; `opened` are the secret keys that it has handed out. */
function means() {
  const vault = createVault(systemRandom(32), systemRandom);
  const owner = { id: 'agt_1', project_id: 'prj_1' };
  const agent = { ...owner, envelope: vault.seal(agentKeyPlace(owner), new Uint8Array(32).fill(7)) };
  const opened: Uint8Array[] = [];
  const deps = {
    signer: { ...createServerSigner(), sign: async () => new Uint8Array(3309) },
    vault: {
      ...vault,
      open(...given: Parameters<typeof vault.open>) {
        const key = vault.open(...given);
        if (key !== null) opened.push(key);
        return key;
      },
    },
  };
  return { agent, deps, opened };
}

test('actions that come together share one opening, which is wiped when its time is over', async () => {
  const { agent, deps, opened } = means();
  const act = () => withAgentKeys(deps, (signer) => signer.sign(agent, new Uint8Array(1)));
  await act();
  await Promise.all([act(), act()]);
  await act();
  expect(opened.length).toBe(1);
  expect(opened[0]).not.toEqual(WIPED);
  vi.advanceTimersByTime(250);
  expect(opened[0]).toEqual(WIPED);
  await act();
  expect(opened.length).toBe(2);
  expect(opened[1]).not.toEqual(WIPED);
});

test('one that is still used when its time is over is wiped by the last that uses it, failed or not', async () => {
  const { agent, deps, opened } = means();
  const failed = withAgentKeys(deps, async (signer) => {
    await signer.sign(agent, new Uint8Array(1));
    vi.advanceTimersByTime(1_000);
    expect(opened[0]).not.toEqual(WIPED);
    // Whoever comes now opens it anew.
    await withAgentKeys(deps, (other) => other.sign(agent, new Uint8Array(1)));
    expect(opened.length).toBe(2);
    throw new Error('failed');
  });
  await expect(failed).rejects.toThrow('failed');
  expect(opened[0]).toEqual(WIPED);
  expect(opened[1]).not.toEqual(WIPED);
  vi.advanceTimersByTime(250);
  expect(opened[1]).toEqual(WIPED);
});

test('an envelope of another agent does not open', async () => {
  const { agent, deps, opened } = means();
  const other = { ...agent, id: 'agt_2' };
  await expect(withAgentKeys(deps, async (signer) => signer.sign(other, new Uint8Array(1)))).rejects.toThrow(
    'does not open',
  );
  expect(opened).toEqual([]);
});
