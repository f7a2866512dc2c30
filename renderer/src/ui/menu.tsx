import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';

export interface MenuAction {
  readonly id: string;
  readonly title: string;
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  readonly onAction: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly actions: readonly MenuAction[];
}

export function Menu({ label, trigger, actions }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="min-w-48 rounded border border-line-strong bg-surface p-1 shadow-raised">
        <AriaMenu aria-label={label} className="outline-none">
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              textValue={action.title}
              onAction={action.onAction}
              className={`flex min-h-8 cursor-default items-center gap-2 rounded px-2 outline-none data-focused:bg-accent-soft forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText] ${action.isDanger === true ? 'text-failed' : ''}`}
            >
              {action.icon}
              {action.title}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
