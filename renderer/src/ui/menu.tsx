import { Fragment, type ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';

export interface MenuAction {
  readonly id: string;
  readonly title: string;
  readonly icon?: ReactNode;
  /** Stands apart, at the end. */
  readonly isDanger?: boolean;
  readonly onAction: () => void;
}

export interface MenuProps {
  readonly label: string;
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly actions: readonly MenuAction[];
}

/** The box of everything that opens at a button. */
export const MENU_BOX = 'min-w-48 rounded-md border border-line bg-surface p-1 shadow-raised';
export const MENU_ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 outline-none data-focused:bg-sunken data-open:bg-sunken ' +
  'data-disabled:text-muted forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText]';

export function Menu({ label, trigger, actions }: MenuProps) {
  const first = actions.find(({ isDanger }) => isDanger === true);
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className={MENU_BOX}>
        <AriaMenu aria-label={label} className="outline-none">
          {actions.map((action) => (
            <Fragment key={action.id}>
              {action === first && action !== actions[0] && <Separator className="mx-2 my-1 border-line" />}
              <MenuItem
                id={action.id}
                textValue={action.title}
                onAction={action.onAction}
                className={`${MENU_ITEM} ${action.isDanger === true ? 'text-failed' : '[&>svg]:text-muted'}`}
              >
                {action.icon}
                {action.title}
              </MenuItem>
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
