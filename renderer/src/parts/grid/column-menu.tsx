import { Columns3 } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { IconButton } from '../../ui/button.tsx';
import { MENU_BOX, MENU_ITEM } from '../../ui/menu.tsx';
import { words } from '../../words/parts/list-page.ts';

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
      <IconButton label={words.columns} variant="secondary" icon={<Columns3 aria-hidden size={16} />} />
      <Popover placement="bottom end" className={MENU_BOX}>
        <Menu
          aria-label={words.columnsOfList}
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
            <MenuItem key={id} id={id} textValue={title} className={`group ${MENU_ITEM}`}>
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
