import { Columns3 } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { SortKey } from '../../../parts/verification/batch.ts';
import { COLUMN_ORDER, FIXED_COLUMNS, orderedColumns } from '../../../parts/verification/column-choice.ts';
import { Button } from '../../../ui/button.tsx';
import { COLUMNS } from './batch-columns.ts';

/** A menu of the columns, each on or off. Stays open while a person chooses. */
export function ColumnChooser(props: { chosen: readonly SortKey[]; onChange: (chosen: readonly SortKey[]) => void }) {
  const { chosen, onChange } = props;
  return (
    <MenuTrigger>
      <Button icon={<Columns3 aria-hidden size={16} />}>Columns</Button>
      <Popover placement="bottom end" className="min-w-48 rounded border border-line-strong bg-surface p-1 shadow-lg">
        <Menu
          aria-label="Columns of the list"
          selectionMode="multiple"
          selectedKeys={chosen}
          disabledKeys={FIXED_COLUMNS}
          onSelectionChange={(keys) => onChange(orderedColumns(keys === 'all' ? COLUMN_ORDER : keys))}
          className="outline-none"
        >
          {COLUMN_ORDER.map((key) => (
            <MenuItem
              key={key}
              id={key}
              textValue={COLUMNS[key].title}
              className="group flex min-h-8 cursor-default items-center gap-2 rounded px-2 outline-none data-focused:bg-accent-soft data-disabled:text-muted forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText]"
            >
              <span
                aria-hidden="true"
                className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong text-xs leading-none"
              >
                <span className="hidden group-data-selected:inline">✓</span>
              </span>
              {COLUMNS[key].title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
