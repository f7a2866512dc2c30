import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataGrid, type GridColumn } from '../../../src/parts/grid/data-grid.tsx';

interface Item {
  readonly id: string;
  readonly size: number;
}

const COLUMNS: readonly GridColumn<Item, 'id' | 'size'>[] = [
  { id: 'id', title: 'Name', width: 100, grows: 2, cell: ({ id }) => id },
  { id: 'size', title: 'Size', width: 80, grows: 0, look: 'text-end', cell: ({ size }) => size },
];

const drawn = (items: readonly Item[] | null, chosen?: readonly string[]) =>
  renderToStaticMarkup(
    <DataGrid
      label="Things"
      items={items}
      columns={COLUMNS}
      idOf={({ id }) => id}
      sort={{ by: 'size', descending: true }}
      onSort={() => undefined}
      onOpen={() => undefined}
      onCopy={() => undefined}
      emptyText="Nothing is here."
      {...(chosen && {
        choosing: { chosen: new Set(chosen), onChange: () => undefined, labels: { all: 'Select all' } },
      })}
    />,
  );

test('a grid says how large it is and how it is sorted, and names no row before one is current', () => {
  const html = drawn([{ id: 'a', size: 1 }]);
  expect(html).toContain(
    'role="grid" aria-label="Things" aria-rowcount="2" aria-colcount="2" aria-readonly="true" tabindex="0"',
  );
  expect(html).toContain('style="--row-columns:minmax(100px, 2fr) 80px;--row-width:180px"');
  expect(html).toMatch(/aria-sort="none"[^>]*><button[^>]*>Name<\/button>/);
  expect(html).toMatch(/aria-sort="descending"[^>]*><button[^>]*justify-end"[^>]*>Size<svg/);
  expect(html).not.toContain('aria-activedescendant');
  expect(html).not.toContain('Nothing is here.');
});

test('it says that nothing is there only when it is known', () => {
  expect(drawn([])).toContain('Nothing is here.');
  expect(drawn(null)).not.toContain('Nothing is here.');
});

test('where rows can be chosen, a column of boxes stands first, and the head says how many are', () => {
  const items = [
    { id: 'a', size: 1 },
    { id: 'b', size: 2 },
  ];
  const html = drawn(items, ['a']);
  expect(html).toContain('aria-colcount="3"');
  expect(html).toContain('aria-multiselectable="true"');
  expect(html).toContain('style="--row-columns:36px minmax(100px, 2fr) 80px;--row-width:216px"');
  expect(html).toMatch(/role="checkbox" aria-checked="mixed" aria-label="Select all"/);
  expect(drawn(items, [])).toMatch(/role="checkbox" aria-checked="false"/);
  expect(drawn(items, ['a', 'b'])).toMatch(/role="checkbox" aria-checked="true"/);
  expect(drawn(items)).not.toContain('multiselectable');
});
