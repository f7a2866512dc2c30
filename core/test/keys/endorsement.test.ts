import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { endorsementMessage, verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, parseKeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet, signWithAll } from '@touchstone/core/keys/sign-endorsement.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, edition, endorsed, NOW, provider } from './editions-fixture.ts';

let first: GeneratedKeySet;
let second: GeneratedKeySet;
beforeAll(async () => {
  first = await edition(1);
  second = await endorsed(await edition(2), first);
});

/** What `set` would be with other members of its endorsement. */
function withEndorsement(set: KeySet, endorsement: unknown): JsonValue {
  return { ...set, endorsement } as unknown as JsonValue;
}
const holds = async (keySet: KeySet, by: KeySet) => (await verifyEndorsement(keySet, by, provider)) !== null;

describe('12.8: key sets of version 2', () => {
  test('carry the endorsement outside the fingerprint, and are read from their text', async () => {
    const { endorsement, ...bare } = second.keySet;
    expect(parseKeySet(JSON.stringify(second.keySet))).toEqual({ ok: true, keySet: second.keySet });
    expect(parseKeySet(JSON.stringify(bare))).toMatchObject({ ok: true, keySet: { fingerprint: bare.fingerprint } });
    expect(endorsement?.by).toBe(first.keySet.fingerprint);
    expect(await holds(second.keySet, first.keySet)).toBe(true);
    expect(endorsementMessage(bare.fingerprint)).toHaveLength(51);
  });

  test('are refused with an endorsement in another form', () => {
    const { by, signatures } = second.keySet.endorsement ?? { by: '', signatures: {} };
    for (const wrong of [
      null,
      true,
      [],
      {},
      { by },
      { by, signatures: {} },
      { by, signatures: [] },
      { by: by.toUpperCase(), signatures },
      { by: 'ff', signatures },
      { by, signatures, more: 1 },
      { by, signatures: { ...signatures, x: 7 } },
      { by, signatures: { ...signatures, x: '' } },
      { by, signatures: { ...signatures, x: 'AA' } },
    ]) {
      const read = readKeySet(withEndorsement(second.keySet, wrong));
      expect(read, JSON.stringify(wrong)?.slice(0, 60)).toMatchObject({ ok: false });
      expect(read.ok ? '' : read.field).toMatch(/^endorsement/);
    }
  });
});

describe('12.8: an endorsement', () => {
  test('needs every key of the endorsing edition, and no other', async () => {
    const { by, signatures } = second.keySet.endorsement ?? { by: '', signatures: {} };
    const [a = '', b = ''] = Object.keys(signatures);
    const [x = '', y = ''] = Object.values(signatures);
    for (const wrong of [
      { [a]: x },
      { [a]: x, [b]: x },
      { [a]: y, [b]: x },
      { [a]: x, [b]: y, c: y },
      { [a]: x, c: y },
      { ['__proto__']: x, [b]: y },
    ]) {
      expect(await holds({ ...second.keySet, endorsement: { by, signatures: wrong } }, first.keySet)).toBe(false);
    }
  });

  test('does not carry over to another set', async () => {
    const other = await edition(2, { principal: 'release' });
    const moved = { ...other.keySet, ...(second.keySet.endorsement ? { endorsement: second.keySet.endorsement } : {}) };
    expect(await holds(moved, first.keySet)).toBe(false);
  });

  test('is made and counts only within a line, upwards, with a later beginning, and not between demo and real sets', async () => {
    const { keySet } = await edition(2);
    for (const endorser of [
      await edition(1, { principal: 'other' }),
      await edition(1, { use: 'receipt' }),
      await edition(2),
      await edition(3),
      await edition(1, { demo: true }),
      await edition(1, { notBefore: NOW - 1 * DAY }),
    ]) {
      await expect(endorseKeySet(keySet, endorser.keySet, endorser.secretKeys, provider)).rejects.toThrow(RangeError);
      // The same as an attacker would make it: signatures over the right message, from a set that may not endorse.
      const message = endorsementMessage(keySet.fingerprint);
      const signatures = await signWithAll(endorser.keySet, endorser.secretKeys, message, provider);
      const forged = { ...keySet, endorsement: { by: endorser.keySet.fingerprint, signatures } };
      expect(await holds(forged, endorser.keySet)).toBe(false);
    }
  });

  test('cannot be made without a secret key, nor by a set that cannot sign', async () => {
    const { keySet } = await edition(2);
    await expect(endorseKeySet(keySet, first.keySet, new Map(), provider)).rejects.toThrow(RangeError);
  });
});
