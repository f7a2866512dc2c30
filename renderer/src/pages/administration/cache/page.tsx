import { useQuery } from '@tanstack/react-query';
import { DatabaseZap, Search } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/administration/cache.ts';
import { type Analytics, durationFormat, hitRateOf, latencyOf, percentText } from './analytics.ts';
import { Entries } from './entries.tsx';
import { NO_ENTRY } from './entry-draft.ts';
import { Measured } from './measured.tsx';
import { analyticsQuery, historyQuery, refreshCache } from './queries.ts';
import { ReadSheet } from './read-sheet.tsx';
import { useCacheSearch } from './search.ts';
import { WriteSheet } from './write-sheet.tsx';

/** Cache: what is cached and for how long and why, how well that works, and sheets to write and read a key. */
export function CachePage() {
  const { search, setSearch } = useCacheSearch();
  const analytics = useQuery(analyticsQuery);
  const history = useQuery({ ...historyQuery, enabled: search.tab === 'measured' });
  // The key is the same in both sheets.
  const entry = useState(NO_ENTRY);
  const close = () => setSearch({ act: undefined });
  const read = (key: string) => {
    entry[1]((before) => ({ ...before, key }));
    setSearch({ act: 'read', key: undefined });
  };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      state={<EmbeddedBadge>{words.embedded}</EmbeddedBadge>}
      facts={analytics.data === undefined ? undefined : factsOf(analytics.data)}
      action={
        <Button
          variant="primary"
          icon={<DatabaseZap aria-hidden size={16} />}
          onPress={() => setSearch({ act: 'write' }, 'push')}
        >
          {words.write.verb}
        </Button>
      }
      more={[
        {
          id: 'read',
          title: words.read.verb,
          icon: <Search aria-hidden size={15} />,
          onAction: () => setSearch({ act: 'read' }, 'push'),
        },
        refreshAction(refreshCache),
      ]}
    >
      <Tabs
        label={words.tabs.label}
        selected={search.tab ?? 'entries'}
        onSelect={(tab) => setSearch({ tab: tab === 'measured' ? 'measured' : undefined })}
        tabs={[
          { id: 'entries', title: words.tabs.entries, content: <Entries onRead={read} /> },
          {
            id: 'measured',
            title: words.tabs.measured,
            content: <Measured analytics={analytics} history={history} />,
          },
        ]}
      />
      <WriteSheet
        act={search.act === 'write' || search.act === 'sample' ? search.act : null}
        onClose={close}
        entry={entry}
      />
      <ReadSheet isOpen={search.act === 'read'} onClose={close} entry={entry} />
    </Page>
  );
}

function factsOf(analytics: Analytics): readonly FactItem[] {
  const { facts } = words;
  const rate = hitRateOf(analytics);
  const p95 = latencyOf(analytics, 'p95Latency');
  return [
    { label: facts.keys, value: formatCount(analytics.usage.uniqueKeys) },
    { label: facts.hitRate, value: rate === null ? facts.noReads : percentText(rate) },
    { label: facts.p95, value: p95 === null ? facts.noReads : durationFormat(p95)(p95) },
    { label: facts.operations, value: formatCount(analytics.usage.operations) },
    { label: facts.patterns, value: formatCount(analytics.ai.patternsDetected) },
  ];
}
