import { describe, expect, it } from 'vitest';
import { allPages } from '../../../src/parts/list-page/all-pages.ts';

/** Pages of these sizes, and the cursors that were asked for. */
function pages(...sizes: readonly number[]) {
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: { readonly cursor?: string }) => {
    asked.push(cursor);
    const index = cursor === undefined ? 0 : Number(cursor);
    const items = Array.from({ length: sizes[index] ?? 0 }, (_, item) => `${index}.${item}`);
    return { items, next_cursor: index + 1 < sizes.length ? String(index + 1) : null };
  };
  return { read, asked };
}

describe('allPages', () => {
  it('reads until there is no further page, and says how far it is', async () => {
    const { read, asked } = pages(2, 0, 1);
    const progress: number[] = [];
    const list = await allPages(read, 100, (count) => progress.push(count));
    expect(list).toEqual({ items: ['0.0', '0.1', '2.0'], isWhole: true });
    expect(asked).toEqual([undefined, '1', '2']);
    expect(progress).toEqual([2, 2, 3]);
  });

  it('stops at the most, and says that there are more', async () => {
    const { read, asked } = pages(2, 2, 2);
    expect(await allPages(read, 3)).toMatchObject({ isWhole: false, items: { length: 4 } });
    expect(asked).toHaveLength(2);
  });

  it('passes a failure on', async () => {
    await expect(allPages(() => Promise.reject(new Error('away')), 10)).rejects.toThrow('away');
  });
});
