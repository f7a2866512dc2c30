import { formatSize } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/cache.ts';
import { percentText } from './analytics.ts';
import { type CacheItem, durationText, itemHitRate } from './cache-items.ts';

export interface EntrySheetProps {
  readonly item: CacheItem;
  readonly onClose: () => void;
  readonly onRead: (key: string) => void;
}

/** One key: its lifetime and why, how it was read, what is predicted. Its value is not shown: reading it would count. */
export function EntrySheet({ item, onClose, onRead }: EntrySheetProps) {
  const { key, ttl, why, aiOptimized, written_at, expires_at, size, hits, misses, next_read_at, prefetch } = item;
  const { entry } = words;
  const rate = itemHitRate(item);
  return (
    <Sheet
      title={entry.title}
      note={entry.notShown}
      isOpen
      onClose={onClose}
      footer={<Button onPress={() => onRead(key)}>{entry.read}</Button>}
    >
      <FactList>
        <Fact name={entry.key}>
          <FileText text={key} isMono /> <CopyText value={key} label={entry.copyKey} />
        </Fact>
        <Fact name={entry.lifetime}>
          {durationText(ttl)} <span className="text-muted">{entry.seconds(ttl)}</span>
        </Fact>
        <Fact name={aiOptimized ? entry.whyServer : entry.why}>{why}</Fact>
        <Fact name={entry.written}>
          <TimeText value={written_at} />
        </Fact>
        <Fact name={entry.expires}>
          <TimeText value={expires_at} />
        </Fact>
        <Fact name={entry.size}>{formatSize(size)}</Fact>
        <Fact name={entry.reads}>
          {rate === null ? entry.noReads : entry.readsText(hits, misses, percentText(rate))}
        </Fact>
        <Fact name={entry.next}>
          {next_read_at === null ? (
            entry.noPattern
          ) : (
            <>
              <TimeText value={next_read_at} />
              {prefetch !== null && <span className="block">{entry.prefetch[prefetch]}</span>}
            </>
          )}
        </Fact>
      </FactList>
    </Sheet>
  );
}
