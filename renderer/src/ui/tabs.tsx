import type { ReactNode } from 'react';
import { Tabs as AriaTabs, TabPanel } from 'react-aria-components';
import { TabStrip } from './tab-strip.tsx';

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
      <TabStrip label={label} tabs={tabs} selected={selected} />
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-3">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
