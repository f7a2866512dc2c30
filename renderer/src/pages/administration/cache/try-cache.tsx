import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';
import { DatabaseZap, Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { type DraftOf, type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { durationText } from './cache-items.ts';
import { keyFault, readValue, ttlFault } from './entry-draft.ts';
import { refreshCache } from './queries.ts';
import { millisecondsText, percentText } from './samples.ts';

type Written = OutputOf<typeof cache.write>;
type Read = OutputOf<typeof cache.read>;

const EMPTY = { key: '', value: '', ttl: '', aiOptimize: true } satisfies DraftOf<typeof cache.write>;

/** Writes and reads a key by hand, as an application would. The key is the same in both forms. */
export function TryCache() {
  const entry = useState(EMPTY);
  return (
    <div className="grid gap-(--gap) lg:grid-cols-2 lg:items-start">
      <WriteForm entry={entry} />
      <ReadForm entry={entry} />
    </div>
  );
}

interface FormProps {
  readonly entry: DraftState<typeof EMPTY>;
}

const KEY_RULE = 'Up to 256 characters, for example rates:eur-usd.';

interface WriteInput {
  readonly key: string;
  readonly body: Parameters<typeof client.platform.cache.write>[0]['body'];
}

function WriteForm({ entry }: FormProps) {
  const announce = useAnnounce();
  const work = useWork(({ key, body }: WriteInput, signal) =>
    client.platform.cache.write({ params: { key }, body }, { signal }),
  );
  const draft = useDraft(entry, work.state);
  const isBusy = work.state.status === 'busy';
  const write = async () => {
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
    announce(`Written; the value lives ${durationText(written.ttl)}`);
    refreshCache();
  };
  return (
    <Panel
      title="Write a key"
      lead="Replaces what the key holds. Put no secrets into a cache; there is Secrets for them."
    >
      <form onSubmit={draft.submit(write)} noValidate className="space-y-3">
        <TextField label="Key to write" isMono {...draft.field('key')} description={KEY_RULE} isDisabled={isBusy} />
        <TextField label="Value, JSON" rows={4} isMono {...draft.field('value')} isDisabled={isBusy} />
        <TextField
          label="Lifetime in seconds"
          {...draft.field('ttl')}
          description="May stay empty. Where the server chooses, it is never exceeded."
          isDisabled={isBusy}
        />
        <CheckRow
          isSelected={draft.values.aiOptimize}
          onChange={(aiOptimize) => draft.change({ aiOptimize })}
          isDisabled={isBusy}
          label="Let the server choose the lifetime"
          description="It learns from the times of reads and writes of this key. Until enough was seen, the lifetime above holds, else an hour. An empty lifetime means this too."
        />
        <Button type="submit" variant="primary" isDisabled={isBusy} icon={<DatabaseZap aria-hidden size={16} />}>
          Write
        </Button>
        <WorkStatus
          state={work.state}
          busyLabel="Writing"
          failedTitle="The value was not written"
          onCancel={work.cancel}
          units={0}
        />
      </form>
      {work.result !== null && <WrittenFacts written={work.result} />}
    </Panel>
  );
}

function WrittenFacts({ written: { key, ttl, metadata } }: { readonly written: Written }) {
  return (
    <div role="status" className="rounded border border-line px-3 py-2">
      <FactList>
        <Fact name="Written">
          <FileText text={key} isMono />
        </Fact>
        <Fact name="Lives">
          {durationText(ttl)}
          {metadata.aiOptimized ? ', left to the server' : ', as stated'}
        </Fact>
        <Fact name="Took">{millisecondsText(metadata.latency)}</Fact>
      </FactList>
    </div>
  );
}

function ReadForm({ entry }: FormProps) {
  const announce = useAnnounce();
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
  const isBusy = work.state.status === 'busy';
  const read = async () => {
    const { key } = draft.values;
    if (!draft.check({ key: keyFault(key) })) return;
    const answer = await work.start(key);
    if (answer === null) return;
    announce(answer.read === null ? 'The key holds nothing' : 'A value was found');
    refreshCache();
  };
  const found = work.result;
  return (
    <Panel title="Read a key" lead="Counts as a read, like that of an application: the server learns from it.">
      <form onSubmit={draft.submit(read)} noValidate className="space-y-3">
        <TextField label="Key to read" isMono {...draft.field('key')} description={KEY_RULE} isDisabled={isBusy} />
        <Button type="submit" isDisabled={isBusy} icon={<Search aria-hidden size={16} />}>
          Read
        </Button>
        <WorkStatus
          state={work.state}
          busyLabel="Reading"
          failedTitle="The key was not read"
          onCancel={work.cancel}
          units={0}
        />
      </form>
      {found?.read === null && (
        <p role="status">
          <FileText text={found.key} isMono limit={120} /> holds nothing: it was never written, or its time is over. It
          counts as a miss.
        </p>
      )}
      {found !== null && found.read !== null && <ReadFacts read={found.read} />}
    </Panel>
  );
}

function ReadFacts({ read: { key, value, metadata } }: { readonly read: Read }) {
  return (
    <div className="space-y-2">
      <FactList>
        <Fact name="Found">
          <FileText text={key} isMono />
        </Fact>
        <Fact name="Lives">
          {durationText(metadata.ttl)} from its last write
          {metadata.aiOptimized ? ', left to the server' : ', as stated'}
        </Fact>
        <Fact name="Hit rate of the key">{percentText(metadata.hitRate)}</Fact>
        <Fact name="Took">{millisecondsText(metadata.latency)}</Fact>
      </FactList>
      <JsonTree document={value} label="the value" />
    </div>
  );
}
