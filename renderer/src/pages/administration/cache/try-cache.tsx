import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';
import { DatabaseZap, Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
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

/** Writes and reads a key by hand, as an application would. */
export function TryCache() {
  const [key, setKey] = useState('');
  return (
    <div className="grid gap-(--gap) lg:grid-cols-2 lg:items-start">
      <WriteForm keyText={key} onKey={setKey} />
      <ReadForm keyText={key} onKey={setKey} />
    </div>
  );
}

interface FormProps {
  readonly keyText: string;
  readonly onKey: (key: string) => void;
}

interface WriteInput {
  readonly key: string;
  readonly body: Parameters<typeof client.platform.cache.write>[0]['body'];
}

function WriteForm({ keyText, onKey }: FormProps) {
  const [value, setValue] = useState('');
  const [ttl, setTtl] = useState('');
  const [isChosen, setChosen] = useState(true);
  const announce = useAnnounce();
  const work = useWork(({ key, body }: WriteInput, signal) =>
    client.platform.cache.write({ params: { key }, body }, { signal }),
  );
  const errors = useFieldErrors(work.state, ['key', 'value', 'ttl']);
  const isBusy = work.state.status === 'busy';
  const write = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readValue(value);
    const faults = {
      ...(keyFault(keyText) === '' ? {} : { key: keyFault(keyText) }),
      ...(read.ok ? {} : { value: read.message }),
      ...(ttlFault(ttl) === '' ? {} : { ttl: ttlFault(ttl) }),
    };
    if (!errors.check(faults) || !read.ok) return;
    const written = await work.start({
      key: keyText,
      body: {
        value: read.value,
        ...(ttl.trim() === '' ? {} : { ttl: Number(ttl) }),
        ...(isChosen ? { aiOptimize: true } : {}),
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
      <form onSubmit={write} noValidate className="space-y-3">
        <KeyField
          label="Key to write"
          text={keyText}
          isDisabled={isBusy}
          error={errors.at('key')}
          onChange={(text) => {
            onKey(text);
            errors.changed('key');
          }}
        />
        <TextField
          label="Value, JSON"
          rows={4}
          isMono
          value={value}
          onChange={(text) => {
            setValue(text);
            errors.changed('value');
          }}
          error={errors.at('value')}
          isDisabled={isBusy}
        />
        <TextField
          label="Lifetime in seconds"
          value={ttl}
          onChange={(text) => {
            setTtl(text);
            errors.changed('ttl');
          }}
          error={errors.at('ttl')}
          description="May stay empty. Where the server chooses, it is never exceeded."
          isDisabled={isBusy}
        />
        <CheckRow
          isSelected={isChosen}
          onChange={setChosen}
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

function ReadForm({ keyText, onKey }: FormProps) {
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
  const errors = useFieldErrors(work.state, ['key']);
  const isBusy = work.state.status === 'busy';
  const read = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!errors.check(keyFault(keyText) === '' ? {} : { key: keyFault(keyText) })) return;
    const answer = await work.start(keyText);
    if (answer === null) return;
    announce(answer.read === null ? 'The key holds nothing' : 'A value was found');
    refreshCache();
  };
  const found = work.result;
  return (
    <Panel title="Read a key" lead="Counts as a read, like that of an application: the server learns from it.">
      <form onSubmit={read} noValidate className="space-y-3">
        <KeyField
          label="Key to read"
          text={keyText}
          isDisabled={isBusy}
          error={errors.at('key')}
          onChange={(text) => {
            onKey(text);
            errors.changed('key');
          }}
        />
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

interface KeyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly isDisabled: boolean;
  readonly error: string;
  readonly onChange: (text: string) => void;
}

function KeyField({ label, text, isDisabled, error, onChange }: KeyFieldProps) {
  return (
    <TextField
      label={label}
      isMono
      value={text}
      onChange={onChange}
      error={error}
      isDisabled={isDisabled}
      description="Up to 256 characters, for example rates:eur-usd."
    />
  );
}
