import { expect, test } from 'vitest';
import { createTurns } from '../../src/frame/turns.ts';

/** Actions that end when they are told to. */
function stage() {
  const begun: string[] = [];
  const ends = new Map<string, (fails?: boolean) => void>();
  const act = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (fails = false) => (fails ? reject(new Error(name)) : resolve(name)));
    });
  return { begun, act, end: (name: string, fails?: boolean) => ends.get(name)?.(fails) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('names take turns, and what one name has given keeps its order', async () => {
  const turns = createTurns({ inAll: 1 });
  const { begun, act, end } = stage();
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => turns.run(name[0] ?? '', act(name)));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    await settled();
    expect(begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('no more run at once than may, and one that fails gives its place away', async () => {
  const turns = createTurns({ inAll: 2 });
  const { begun, act, end } = stage();
  const first = turns.run('a', act('a1'));
  const rest = ['a2', 'a3'].map((name) => turns.run('a', act(name)));
  const other = turns.run('b', act('b1'));
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  end('a1', true);
  await expect(first).rejects.toThrow('a1');
  await settled();
  expect(begun).toHaveLength(3);
  end('a2');
  await settled();
  expect([...begun].sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
  end('a3');
  end('b1');
  expect(await Promise.all([...rest, other])).toEqual(['a2', 'a3', 'b1']);
  expect(() => createTurns({ inAll: 0 })).toThrow(RangeError);
});

test('one of a name at a time holds no other name up', async () => {
  const turns = createTurns({ ofEachName: 1 });
  const { begun, act, end } = stage();
  const all = Promise.allSettled(['a1', 'a2', 'b1', 'c1'].map((name) => turns.run(name[0] ?? '', act(name))));
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  end('b1');
  await settled();
  expect(begun).toHaveLength(3);
  end('a1', true);
  await settled();
  expect(begun.at(-1)).toBe('a2');
  end('a2');
  end('c1');
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
