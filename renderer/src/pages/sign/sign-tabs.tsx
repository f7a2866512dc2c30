import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { TABS, type TabId } from './search.ts';

export interface SignTabsProps {
  readonly tabs: Readonly<Record<TabId, { readonly title: string; readonly content: ReactNode }>>;
  readonly selected: TabId;
  readonly onSelect: (tab: TabId) => void;
}

/**
 * Tabs whose panels stay alive behind each other: a secret that is shown once, or a signature that takes seconds, must
 * not be lost by looking at another tab.
 */
export function SignTabs({ tabs, selected, onSelect }: SignTabsProps) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = TABS.find((id) => id === key);
        if (tab !== undefined) onSelect(tab);
      }}
    >
      <TabList aria-label="Ways to sign" className="flex flex-wrap gap-1 border-b border-line">
        {TABS.map((id) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px cursor-default rounded-t border-b-2 border-transparent px-3 py-1.5 text-muted data-hovered:bg-sunken data-selected:border-accent data-selected:font-semibold data-selected:text-text forced-colors:border-[Canvas] forced-colors:data-selected:border-[Highlight]"
          >
            {tabs[id].title}
          </Tab>
        ))}
      </TabList>
      {TABS.map((id) => (
        <TabPanel key={id} id={id} shouldForceMount className="pt-4 data-inert:hidden">
          {tabs[id].content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
