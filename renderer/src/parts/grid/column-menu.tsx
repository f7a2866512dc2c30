import { Columns3 } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';

export interface ColumnMenuProps<K extends string> {
  readonly columns: readonly { readonly id: K; readonly title: string }[];
  readonly chosen: readonly K[];
  /** Columns that cannot be switched off. */
  readonly fixed: readonly K[];
  readonly onChange: (chosen: readonly K[]) => void;
}

/** A menu of a list's columns, each on or off. Stays open while a person chooses. */
export function ColumnMenu<K extends string>({ columns, chosen, fixed, onChange }: ColumnMenuProps<K>) {
  return (
    <MenuTrigger>
      <Button icon={<Columns3 aria-hidden size={16} />}>Columns</Button>
      <Popover
        placement="bottom end"
        className="min-w-48 rounded border border-line-strong bg-surface p-1 shadow-raised"
      >
        <Menu
          aria-label="Columns of the list"
          selectionMode="multiple"
          selectedKeys={chosen}
          disabledKeys={fixed}
          onSelectionChange={(keys) => {
            const wanted = keys === 'all' ? new Set<unknown>(columns.map(({ id }) => id)) : keys;
            onChange(columns.map(({ id }) => id).filter((id) => fixed.includes(id) || wanted.has(id)));
          }}
          className="outline-none"
        >
          {columns.map(({ id, title }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={title}
              className="group flex min-h-8 cursor-default items-center gap-2 rounded px-2 outline-none data-focused:bg-accent-soft data-disabled:text-muted forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText]"
            >
              <span
                aria-hidden="true"
                className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong text-12 leading-none"
              >
                <span className="hidden group-data-selected:inline">✓</span>
              </span>
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
