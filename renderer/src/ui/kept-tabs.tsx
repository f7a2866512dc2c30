import { type ReactNode, useState } from 'react';
import { Tabs as AriaTabs, TabPanel } from 'react-aria-components';
import { TabStrip } from './tab-strip.tsx';

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
      <TabStrip label={label} tabs={tabs} selected={selected} />
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} shouldForceMount className="pt-4 data-inert:hidden">
          {opened.includes(id) || id === selected ? content : null}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
