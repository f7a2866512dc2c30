/** Calls in backup, restore and doctor (12.39, S22, S27). */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOpen, newCall } from '../../src/calls/calls.ts';
import { settledCalls } from '../../src/calls/settling.ts';
import { findCall, insertCall } from '../../src/calls/store.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { type Caller, LOCAL } from '../../src/frame/caller.ts';
import type { Service } from '../../src/service.ts';
import { write } from '../../src/store/engine.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, serviceOn, temporaryFolder } from '../backup/folder.ts';

const ID = 'vs_00000000000000c1';
const CALLER: Caller = { kind: 'console', ...LOCAL, keyId: null, scopes: new Set() };
const BODY = { participants: ['ada', 'grace'], security_level: 'L3', record_transcript: true } as const;

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  await makeFolder(dataDir);
});
afterEach(() => remove(root));

async function withService<T>(action: (service: Service) => Promise<T>): Promise<T> {
  const service = await serviceOn(dataDir);
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

async function problems(): Promise<readonly string[]> {
  const report = await examineDataFolder({
    dataDir,
    kdf,
    random: systemRandom,
    clock: () => NOW,
    freeBytes: () => 100 * 1024 ** 3,
  });
  return report.findings.filter(({ status }) => status === 'problem').map(({ message }) => message);
}

test('12.39: a restore ends the calls that were open when the backup was made, and the service signs their ends', async () => {
  const out = join(root, 'saved.backup');
  await withService(async ({ deps: { db, vault } }) => {
    const call = newCall(
      vault,
      CALLER,
      ID,
      { ...BODY, participants: [...BODY.participants] },
      { now: NOW, seconds: 7_200 },
    );
    await write(db, (transaction) => insertCall(transaction, call));
  });
  await save(dataDir, out);
  await bringBack(out, dataDir, { replace: true });
  await withService(async ({ deps }) => {
    const before = await findCall(deps.db, ID);
    expect(before).toMatchObject({ end_reason: 'restored', end_record: null });
    expect(before === null || isOpen(before, NOW)).toBe(false);
    await settledCalls.run(deps);
    const after = await findCall(deps.db, ID);
    expect(JSON.parse(after?.end_record ?? '{}')).toMatchObject({ session_id: ID, reason: 'restored' });
  });
  expect(await problems()).toEqual([]);
});

test('S22: an envelope of another call is named', async () => {
  await withService(async ({ deps: { db, vault } }) => {
    const made = ['vs_00000000000000c1', 'vs_00000000000000c2'].map((id) =>
      newCall(vault, CALLER, id, { ...BODY, participants: [...BODY.participants] }, { now: NOW, seconds: 7_200 }),
    );
    const [first, second] = made;
    if (first === undefined || second === undefined) throw new Error('two calls');
    await write(db, async (transaction) => {
      await insertCall(transaction, first);
      await insertCall(transaction, { ...second, envelope: first.envelope });
    });
  });
  expect((await problems()).join('\n')).toContain('vs_00000000000000c2');
});
