import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/cache.ts';
import { durationFormat, percentText } from './analytics.ts';
import { durationText } from './cache-items.ts';
import { type EntryDraft, keyFault } from './entry-draft.ts';
import { refreshCache } from './queries.ts';

type Read = OutputOf<typeof cache.read>;

export interface ReadSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entry: DraftState<EntryDraft>;
}

/** Reads a key by hand, as an application would: it counts as a read. */
export function ReadSheet({ isOpen, onClose, entry }: ReadSheetProps) {
  const announce = useAnnounce();
  const { read: texts } = words;
  const work = useWork(async (key: string, signal): Promise<{ readonly key: string; readonly read: Read | null }> => {
    try {
      return { key, read: await client.platform.cache.read({ params: { key } }, { signal }) };
    } catch (error) {
      // Finding nothing is an answer of a cache, no failure.
      if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return { key, read: null };
      throw error;
    }
  });
  const draft = useDraft(entry, work.state);
  const send = async () => {
    const { key } = draft.values;
    if (!draft.check({ key: keyFault(key) })) return;
    const answer = await work.start(key);
    if (answer === null) return;
    announce(answer.read === null ? texts.nothing : texts.something);
    refreshCache();
  };
  const found = work.result;
  return (
    <FormSheet
      texts={{ ...texts, title: texts.verb }}
      note={texts.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      <TextField label={words.write.key} isMono {...draft.field('key')} description={words.write.keyHint} />
      {found?.read === null && (
        <p role="status">{texts.nothingText(<FileText text={found.key} isMono limit={120} />)}</p>
      )}
      {found !== null && found.read !== null && <ReadFacts read={found.read} />}
    </FormSheet>
  );
}

function ReadFacts({ read: { key, value, metadata } }: { readonly read: Read }) {
  const { read, write } = words;
  const lifetime = durationText(metadata.ttl);
  return (
    <div className="space-y-3 rounded bg-sunken px-3 py-2">
      <FactList>
        <Fact name={read.found}>
          <FileText text={key} isMono />
        </Fact>
        <Fact name={write.lives}>{metadata.aiOptimized ? write.byServer(lifetime) : write.stated(lifetime)}</Fact>
        <Fact name={read.rate}>{percentText(metadata.hitRate)}</Fact>
        <Fact name={write.took}>{durationFormat(metadata.latency)(metadata.latency)}</Fact>
      </FactList>
      <JsonTree document={value} label={read.value} />
    </div>
  );
}
