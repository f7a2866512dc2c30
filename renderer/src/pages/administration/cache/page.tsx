import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Entries } from './entries.tsx';
import { Measured } from './measured.tsx';
import { analyticsQuery, refreshCache } from './queries.ts';
import { addSample, type Sample } from './samples.ts';
import { useCacheSearch } from './search.ts';
import { TryCache } from './try-cache.tsx';

const EMBEDDED =
  "A table of this server's own database, encrypted at rest, on this machine alone. The real thing would be a cache cluster that many servers share.";

/** Cache: what is cached and for how long and why, how well that works, and a form to try it. */
export function CachePage() {
  const { search, setSearch } = useCacheSearch();
  const analytics = useQuery(analyticsQuery);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const sample = analytics.data;
  useEffect(() => {
    if (sample !== undefined) setSamples((before) => addSample(before, sample));
  }, [sample]);
  return (
    <>
      <PageHeading
        title="Cache"
        lead="Values that applications keep for a while. Where they leave the lifetime to the server, a documented rule chooses it and says why."
      >
        <EmbeddedBadge>{EMBEDDED}</EmbeddedBadge>
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={refreshCache}>
          Refresh
        </Button>
      </PageHeading>
      <KeptTabs
        label="Parts of the cache"
        selected={search.tab ?? 'entries'}
        onSelect={(tab) => setSearch({ tab: tab === 'entries' ? undefined : tab })}
        tabs={[
          { id: 'entries', title: 'Entries', content: <Entries onTry={() => setSearch({ tab: 'try' })} /> },
          { id: 'measured', title: 'Hit rate and latency', content: <Measured query={analytics} samples={samples} /> },
          { id: 'try', title: 'Try it', content: <TryCache /> },
        ]}
      />
    </>
  );
}
