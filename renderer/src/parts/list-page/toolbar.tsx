import type { ReactNode } from 'react';
import type { MenuAction } from '../../ui/menu.tsx';
import { MoreMenu } from '../page/more-menu.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { FindField } from './find-field.tsx';
import type { ListFilter } from './list-filter.ts';

export interface ToolbarProps {
  readonly find?: {
    readonly label: string;
    readonly text: string;
    /** Undefined where nothing is looked for. */
    readonly onChange: (text: string | undefined) => void;
  };
  readonly filters?: readonly ListFilter[];
  /** Icon buttons with tooltips, such as the choice of columns. */
  readonly icons?: ReactNode;
  /** What is done more seldom: exports, refreshing. */
  readonly more?: readonly MenuAction[];
  /** Buttons at the end, before the icons. */
  readonly acts?: ReactNode;
}

/** The one row above a list: finding, filters, icon buttons, and the rest under "More". */
export function Toolbar({ find, filters = [], icons, more = [], acts }: ToolbarProps) {
  return (
    <div className="screen-only flex flex-wrap items-center gap-2">
      {find !== undefined && (
        <div className="w-64 min-w-32 max-[599px]:flex-1">
          <FindField
            label={find.label}
            text={find.text}
            onChange={(text) => find.onChange(text === '' ? undefined : text)}
          />
        </div>
      )}
      {filters.length > 0 && <FilterMenu filters={filters} />}
      <div className="ms-auto flex flex-wrap items-center gap-2">
        {acts}
        {icons}
        {more.length > 0 && <MoreMenu actions={more} />}
      </div>
    </div>
  );
}
