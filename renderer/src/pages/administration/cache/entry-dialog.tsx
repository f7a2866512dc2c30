import { formatCount, formatSize } from '../../../lib/format.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { type CacheItem, durationText, itemHitRate, type Prefetch } from './cache-items.ts';
import { percentText } from './samples.ts';

const PREFETCH_SENTENCES: Readonly<Record<Prefetch, string>> = {
  keep: 'The value still lives at the predicted read: a client may fetch it ahead of its use.',
  refresh: 'The value ends before the predicted read: it is better written anew by then.',
};

export interface EntryDialogProps {
  readonly item: CacheItem;
  readonly onClose: () => void;
}

/** One key: its lifetime and why, how it was read, what is predicted. Its value is not shown: reading it would count. */
export function EntryDialog({ item, onClose }: EntryDialogProps) {
  const { key, ttl, why, aiOptimized, written_at, expires_at, size, hits, misses, next_read_at, prefetch } = item;
  const rate = itemHitRate(item);
  return (
    <Dialog title="Cached key" size="wide" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <FactList>
        <Fact name="Key">
          <FileText text={key} isMono /> <CopyText value={key} label="key" />
        </Fact>
        <Fact name="Lifetime">
          {durationText(ttl)} <span className="text-muted">({formatCount(ttl)} s)</span>
        </Fact>
        <Fact name={aiOptimized ? 'Why the server chose it' : 'Why'}>{why}</Fact>
        <Fact name="Written">
          <TimeText value={written_at} />
        </Fact>
        <Fact name="Ends">
          <TimeText value={expires_at} />
        </Fact>
        <Fact name="Size of the value">{formatSize(size)}</Fact>
        <Fact name="Reads">
          {rate === null
            ? 'None yet'
            : `${formatCount(hits)} found a value, ${formatCount(misses)} came after its end: ${percentText(rate)} found one`}
        </Fact>
        <Fact name="Next read, predicted">
          {next_read_at === null ? (
            'The reads show no rhythm, so none is predicted.'
          ) : (
            <>
              <TimeText value={next_read_at} />
              {prefetch !== null && <span className="block">{PREFETCH_SENTENCES[prefetch]}</span>}
            </>
          )}
        </Fact>
      </FactList>
      <p className="max-w-prose text-muted">
        The value is not shown here: reading it would count as a read. Read it under Try it, or with{' '}
        <code>GET /v1/cache/&lt;key&gt;</code>.
      </p>
    </Dialog>
  );
}
