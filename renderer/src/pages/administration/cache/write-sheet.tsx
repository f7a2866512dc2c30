import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';
import { useEffect, useEffectEvent } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/cache.ts';
import { durationFormat } from './analytics.ts';
import { durationText } from './cache-items.ts';
import { type EntryDraft, keyFault, NO_ENTRY, readValue, ttlFault } from './entry-draft.ts';
import { refreshCache } from './queries.ts';

type Written = OutputOf<typeof cache.write>;

interface WriteInput {
  readonly key: string;
  readonly body: Parameters<typeof client.platform.cache.write>[0]['body'];
}

export interface WriteSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'write' | 'sample' | null;
  readonly onClose: () => void;
  readonly entry: DraftState<EntryDraft>;
}

/** Writes a key by hand, as an application would. */
export function WriteSheet({ act, onClose, entry }: WriteSheetProps) {
  const announce = useAnnounce();
  const { write } = words;
  const work = useWork(({ key, body }: WriteInput, signal) =>
    client.platform.cache.write({ params: { key }, body }, { signal }),
  );
  const draft = useDraft(entry, work.state);
  const fillSample = useEffectEvent(() => draft.fill({ ...NO_ENTRY, ...write.sample }));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const send = async () => {
    const { key, value, ttl, aiOptimize } = draft.values;
    const read = readValue(value);
    const found = { key: keyFault(key), value: read.ok ? '' : read.message, ttl: ttlFault(ttl) };
    if (!draft.check(found) || !read.ok) return;
    const written = await work.start({
      key,
      body: {
        value: read.value,
        ...(ttl.trim() === '' ? {} : { ttl: Number(ttl) }),
        ...(aiOptimize ? { aiOptimize } : {}),
      },
    });
    if (written === null) return;
    announce(write.done(durationText(written.ttl)));
    refreshCache();
  };
  return (
    <FormSheet
      texts={{ ...write, title: write.verb }}
      note={write.note}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      <TextField label={write.key} isMono {...draft.field('key')} description={write.keyHint} />
      <TextField label={write.value} rows={4} isMono {...draft.field('value')} description={write.valueHint} />
      <TextField label={write.ttl} {...draft.field('ttl')} description={write.ttlHint} />
      <CheckRow
        isSelected={draft.values.aiOptimize}
        onChange={(aiOptimize) => draft.change({ aiOptimize })}
        label={write.chooses}
        description={write.choosesHint}
      />
      {work.result !== null && <WrittenFacts written={work.result} />}
    </FormSheet>
  );
}

function WrittenFacts({ written: { key, ttl, metadata } }: { readonly written: Written }) {
  const { write } = words;
  const lifetime = durationText(ttl);
  return (
    <div role="status" className="rounded bg-sunken px-3 py-2">
      <FactList>
        <Fact name={write.written}>
          <FileText text={key} isMono />
        </Fact>
        <Fact name={write.lives}>{metadata.aiOptimized ? write.byServer(lifetime) : write.stated(lifetime)}</Fact>
        <Fact name={write.took}>{durationFormat(metadata.latency)(metadata.latency)}</Fact>
      </FactList>
    </div>
  );
}
