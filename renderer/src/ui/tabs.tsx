import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

export interface TabDescription {
  readonly id: string;
  readonly title: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabDescription[];
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
}

/** Tabs; arrow keys move between them. Without `selected` they keep their own state. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      // Its own ring would be around all that it holds.
      className="outline-none"
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className="flex flex-wrap gap-x-3 min-[600px]:gap-x-6 border-b border-line">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px cursor-default border-b-2 border-transparent py-2 text-muted data-hovered:text-text data-selected:border-accent data-selected:font-medium data-selected:text-text forced-colors:border-[Canvas] forced-colors:data-selected:border-[Highlight]"
          >
            {tab.title}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-3">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
