/** The threads of the computing parties, below HTTP. */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { boxesOf } from '@touchstone/core/mpc/contribution.ts';
import { type SessionDescription, sessionJson } from '@touchstone/core/mpc/session.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partyKeysPlace } from '../../src/mpc/at-rest.ts';
import { createParties, type Parties } from '../../src/mpc/parties.ts';
import type { PartyAnswer } from '../../src/mpc/party-work.ts';
import { type OpenedSession, openSession, type SessionNeeds } from '../../src/mpc/sessions.ts';
import { createVault } from '../../src/vault/envelope.ts';
import { bundledMpcParty } from '../bundled.ts';
import { sealed } from './contribution.ts';

const vault = createVault(systemRandom(32), systemRandom);
const replaced: string[] = [];
let parties: Parties;
beforeEach(async () => {
  replaced.length = 0;
  parties = createParties(vault, (reason) => replaced.push(reason), await bundledMpcParty());
});
afterEach(() => parties.close());

async function open(participants = 2): Promise<OpenedSession> {
  const times = { createdAt: 0, expiresAt: 1_000 };
  const opening = { id: 'a', projectId: 'prj_a', participants, threshold: 2, task: 'sum', withTokens: false } as const;
  // Only these are needed to open one.
  return openSession({ vault, random: systemRandom, parties } as unknown as SessionNeeds, { ...opening, ...times });
}

/** Asks the parties as the service does, with any description. */
async function ask(
  { row }: OpenedSession,
  description: SessionDescription,
  act: 'check' | 'compute',
  shares: readonly (readonly [participant: string, encryptedShare: string])[],
  sessionId = row.id,
): Promise<readonly PartyAnswer['kind'][]> {
  const keys = vault.open(partyKeysPlace(row), row.envelope ?? new Uint8Array()) ?? new Uint8Array();
  const length = keys.length / 3;
  const answers = await parties.run((party) => ({
    act,
    project: row.project_id,
    sessionId,
    session: sessionJson(description),
    sealedKey: keys.slice((party - 1) * length, party * length),
    shares: shares.map(([participant, text]) => {
      const bytes = fromBase64(text) ?? new Uint8Array();
      // Without the hash in the header, which would tell at once.
      const boxes =
        boxesOf(description, bytes) ?? [0, 1, 2].map((i) => bytes.slice(43 + i * 1604, 43 + (i + 1) * 1604));
      return { participant, box: boxes[party - 1] ?? new Uint8Array() };
    }),
  }));
  return answers.map(({ kind }) => kind);
}

const ALL = (kind: PartyAnswer['kind']) => [kind, kind, kind];

test('S32: sealed inputs replayed under another description are refused by the parties themselves', async () => {
  const session = await open();
  const { description } = session;
  const shares = [
    ['p1', await sealed(description, 'p1', 3)],
    ['p2', await sealed(description, 'p2', 4)],
  ] as const;
  expect(await ask(session, description, 'compute', shares)).toEqual(ALL('computed'));
  for (const other of [
    { ...description, computation: 'max' },
    { ...description, threshold: 2, expires_at: '2030-01-01T00:00:00.000Z' },
    { ...description, participants: ['p2', 'p1'] },
    { ...description, computation: 'custom', custom: { kind: 'weighted_sum', weights: [1, 1000] } },
    { ...description, party_keys: description.party_keys.toReversed() },
  ] satisfies SessionDescription[]) {
    expect(await ask(session, other, 'compute', shares)).toEqual(ALL('refused'));
    expect(await ask(session, other, 'check', shares.slice(0, 1))).toEqual(ALL('refused'));
  }
  // Another session with the same description but for its id has keys of its own.
  expect(await ask(session, { ...description, session_id: 'b' }, 'compute', shares, 'b')).toEqual(ALL('refused'));
});

test('S32: the key of one party does not open for another', async () => {
  const session = await open();
  const keys = vault.open(partyKeysPlace(session.row), session.row.envelope ?? new Uint8Array()) ?? new Uint8Array();
  const length = keys.length / 3;
  const boxes = boxesOf(
    session.description,
    fromBase64(await sealed(session.description, 'p1', 3)) ?? new Uint8Array(),
  );
  const answers = await parties.run(() => ({
    act: 'check',
    project: session.row.project_id,
    sessionId: session.row.id,
    session: sessionJson(session.description),
    // All three get what is the first one's.
    sealedKey: keys.slice(0, length),
    shares: [{ participant: 'p1', box: boxes?.[0] ?? new Uint8Array() }],
  }));
  expect(answers.map(({ kind }) => kind)).toEqual(ALL('refused'));
});

test('three threads live while there is work, and are replaced when one ends', async () => {
  const session = await open();
  expect(parties.threads()).toHaveLength(3);
  const shares = [['p1', await sealed(session.description, 'p1', 3)]] as const;
  const running = ask(session, session.description, 'check', shares);
  void parties.threads()[1]?.terminate();
  await expect(running).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(replaced).toHaveLength(1);
  expect(await ask(session, session.description, 'check', shares)).toEqual(ALL('taken'));
  expect(parties.threads()).toHaveLength(3);
});

test('a request that takes too long ends the threads; idle ones end by themselves', async () => {
  await parties.close();
  parties = createParties(vault, (reason) => replaced.push(reason), await bundledMpcParty(), {
    jobMs: 1,
    idleMs: 1,
  });
  await expect(open()).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(replaced).toEqual(['a job took more than 1 ms']);
  await parties.close();
  parties = createParties(vault, (reason) => replaced.push(reason), await bundledMpcParty(), {
    jobMs: 60_000,
    idleMs: 1,
  });
  await open();
  await expect.poll(() => parties.threads()).toHaveLength(0);
});

test('more than 64 requests that wait are refused, and a close rejects what runs', async () => {
  const make = () => parties.run(() => ({ act: 'make-key', project: 'prj_a', sessionId: 'a' }) as const);
  const all = Promise.allSettled(Array.from({ length: 66 }, make));
  await parties.close();
  const reasons = (await all).map((one) => (one.status === 'rejected' ? String(one.reason) : 'made'));
  expect(reasons.filter((reason) => reason.includes('busy'))).toHaveLength(1);
  expect(reasons.filter((reason) => reason.includes('closed'))).toHaveLength(65);
});
