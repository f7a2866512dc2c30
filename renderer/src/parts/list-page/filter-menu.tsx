import { ListFilter as FilterIcon, X } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover, SubmenuTrigger } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { MENU_BOX, MENU_ITEM } from '../../ui/menu.tsx';
import { words } from '../../words/parts/list-page.ts';
import type { ListFilter } from './list-filter.ts';

/** No value of a filter: addresses hold texts of at least one character. */
const ALL = '';

/** One button for all filters of a list; those that are set stand beside it and are taken away there. */
export function FilterMenu({ filters }: { readonly filters: readonly ListFilter[] }) {
  const set = filters.filter(({ value }) => value !== null);
  return (
    <>
      <MenuTrigger>
        <Button icon={<FilterIcon aria-hidden size={15} />} className="max-[599px]:px-2 max-[599px]:[&>span]:sr-only">
          {words.filter}
        </Button>
        <Popover className={MENU_BOX}>
          <Menu aria-label={words.filter} className="outline-none">
            {filters.map((filter) => (
              <SubmenuTrigger key={filter.label}>
                <MenuItem className={MENU_ITEM} textValue={filter.label}>
                  <span className="flex-1">{filter.label}</span>
                  <span className="max-w-40 truncate text-muted">{filter.value === null ? '' : labelOf(filter)}</span>
                  <span aria-hidden="true" className="text-muted">
                    ›
                  </span>
                </MenuItem>
                <Popover className={MENU_BOX}>
                  <Values filter={filter} />
                </Popover>
              </SubmenuTrigger>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {set.map((filter) => (
        <button
          key={filter.label}
          type="button"
          aria-label={words.removeFilter(filter.label, labelOf(filter))}
          onClick={() => filter.onChange(undefined)}
          className="inline-flex h-7 max-w-60 items-center gap-1 rounded bg-accent-soft px-2 text-13 text-accent hover:line-through"
        >
          <span className="min-w-0 truncate">
            {filter.label}: <span className="font-medium">{labelOf(filter)}</span>
          </span>
          <X aria-hidden size={13} className="shrink-0" />
        </button>
      ))}
    </>
  );
}

function Values({ filter }: { readonly filter: ListFilter }) {
  const options = [{ value: ALL, label: filter.allLabel ?? words.all }, ...filter.options];
  return (
    <Menu
      aria-label={filter.label}
      selectionMode="single"
      selectedKeys={[filter.value ?? ALL]}
      disallowEmptySelection
      onAction={(key) => filter.onChange(key === ALL ? undefined : String(key))}
      className="max-h-80 overflow-auto outline-none"
    >
      {options.map(({ value, label }) => (
        <MenuItem key={value} id={value} textValue={label} className={MENU_ITEM}>
          {({ isSelected }) => (
            <>
              <span aria-hidden="true" className="w-4 text-accent">
                {isSelected ? '✓' : ''}
              </span>
              <span className="max-w-72 truncate">{label}</span>
            </>
          )}
        </MenuItem>
      ))}
    </Menu>
  );
}

function labelOf({ options, value }: ListFilter): string {
  return options.find((option) => option.value === value)?.label ?? value ?? '';
}
