import type { ReactNode } from 'react';
import { Tab, TabList } from 'react-aria-components';
import { useChosenInSight } from './use-chosen-in-sight.ts';

export interface TabStripProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly title: ReactNode }[];
  readonly selected: string | undefined;
}

/** The tabs themselves, in one row: where the window is too narrow for them, the row scrolls and fades at its edges. */
export function TabStrip({ label, tabs, selected }: TabStripProps) {
  const row = useChosenInSight<HTMLDivElement>(selected);
  return (
    <TabList
      ref={row}
      aria-label={label}
      className="fading-row flex gap-x-6 shadow-[inset_0_-1px_0_var(--line)] forced-colors:border-b max-[599px]:gap-x-5"
    >
      {tabs.map(({ id, title }) => (
        <Tab
          key={id}
          id={id}
          className="shrink-0 cursor-default border-b-2 border-transparent py-2 whitespace-nowrap text-muted outline-offset-[-2px] data-hovered:text-text data-selected:border-accent data-selected:font-medium data-selected:text-text forced-colors:border-[Canvas] forced-colors:data-selected:border-[Highlight]"
        >
          {title}
        </Tab>
      ))}
    </TabList>
  );
}
