import { type ReactNode, useState } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

export interface KeptTab<T extends string> {
  readonly id: T;
  readonly title: string;
  readonly content: ReactNode;
}

export interface KeptTabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly KeptTab<T>[];
  readonly selected: T;
  readonly onSelect: (tab: T) => void;
}

/**
 * Tabs whose panels begin when they are opened first and stay alive behind each other then: a secret that is shown once
 * must not be lost by looking at another tab.
 */
export function KeptTabs<T extends string>({ label, tabs, selected, onSelect }: KeptTabsProps<T>) {
  const [opened, setOpened] = useState<readonly T[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);
  return (
    <AriaTabs
      // The tab that has the focus shows it; a ring around everything would say nothing.
      className="outline-none"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key);
        if (tab !== undefined) onSelect(tab.id);
      }}
    >
      <TabList aria-label={label} className="flex flex-wrap gap-x-6 border-b border-line">
        {tabs.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px cursor-default border-b-2 border-transparent py-2 text-muted data-hovered:text-text data-selected:border-accent data-selected:font-medium data-selected:text-text forced-colors:border-[Canvas] forced-colors:data-selected:border-[Highlight]"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} shouldForceMount className="pt-4 data-inert:hidden">
          {opened.includes(id) || id === selected ? content : null}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
