import { Gauge, Plus, Waypoints } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { words } from '../../../words/record/detection.ts';
import { AlgorithmsSheet } from './algorithms-sheet.tsx';
import { type Drafts, useDrafts } from './drafts.ts';
import { FileStrip } from './file-strip.tsx';
import { FindingList } from './list.tsx';
import { ResultDetail } from './result-detail.tsx';
import { results, useResults } from './results.ts';
import { type Kind, useDetectionSearch } from './search.ts';
import { TimingsSheet } from './timings-sheet.tsx';
import { TrafficSheet } from './traffic-sheet.tsx';

/** Detection: findings of the three heuristics by severity, each with its evidence. */
export function DetectionPage() {
  const { search, setSearch } = useDetectionSearch();
  const drafts = useDrafts();
  useOnLock(results.forget);
  const sheetOf = (kind: Kind) => ({
    isOpen: search.act === kind,
    onClose: () => setSearch({ act: undefined }),
    onChecked: (id: string) => setSearch({ act: undefined, result: id }),
  });
  return (
    <>
      {search.result === undefined ? (
        <AllFindings drafts={drafts} />
      ) : (
        <ResultDetail key={search.result} id={search.result} />
      )}
      <TimingsSheet state={drafts.timings} {...sheetOf('timings')} />
      <TrafficSheet state={drafts.traffic} {...sheetOf('traffic')} />
      <AlgorithmsSheet state={drafts.algorithms} {...sheetOf('algorithms')} />
    </>
  );
}

function AllFindings({ drafts }: { readonly drafts: Drafts }) {
  const { setSearch } = useDetectionSearch();
  const all = useResults();
  const facts = useFacts();
  const open = (act: Kind) => () => setSearch({ act }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      state={<EmbeddedBadge word={words.heuristic}>{words.heuristicText}</EmbeddedBadge>}
      facts={facts}
      action={
        <>
          <Button icon={<Waypoints aria-hidden size={15} />} onPress={open('traffic')}>
            {words.traffic.verb}
          </Button>
          <Button icon={<Plus aria-hidden size={15} />} onPress={open('algorithms')}>
            {words.algorithms.verb}
          </Button>
          <Button variant="primary" icon={<Gauge aria-hidden size={16} />} onPress={open('timings')}>
            {words.timings.verb}
          </Button>
        </>
      }
    >
      <div className="space-y-(--gap)">
        <FileStrip
          onBrought={(brought) => {
            drafts.fill(brought);
            setSearch({ act: brought.kind }, 'push');
          }}
        />
        {all.length > 0 ? (
          <FindingList />
        ) : (
          <EmptyList
            kind="finding"
            title={words.empty.title}
            text={words.empty.text}
            verb={words.timings.verb}
            onMake={open('timings')}
            onSample={() => {
              drafts.fillSample('timings');
              setSearch({ act: 'timings' }, 'push');
            }}
          />
        )}
      </div>
    </Page>
  );
}

function useFacts(): readonly FactItem[] | undefined {
  const all = useResults();
  const now = useNow(15_000);
  const [newest] = all;
  if (newest === undefined) return undefined;
  const severities = all.flatMap(({ answer }) => answer.findings.map(({ severity }) => severity));
  const countOf = (...wanted: readonly string[]) =>
    formatCount(severities.filter((severity) => wanted.includes(severity)).length);
  const { facts } = words.list;
  return [
    { label: facts.grave, value: countOf('critical', 'high') },
    { label: facts.medium, value: countOf('medium') },
    { label: facts.results, value: formatCount(all.length) },
    {
      label: facts.newest,
      value: <AgoText value={new Date(newest.at).toISOString()} now={Math.max(now, Date.now())} />,
    },
  ];
}
