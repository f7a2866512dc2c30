import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ScrollingCode } from '../../../ui/scrolling-code.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Attestation } from './attestation.tsx';
import { type CallBody, NEW_CALL, readCallDraft } from './call-draft.ts';
import { inWorker } from './in-worker.ts';
import { keyOptions } from './key-options.ts';
import type { AttestationVerdict } from './keys-jobs.ts';
import { type GatewayTarget, managedKeysQuery, refreshKeys } from './queries.ts';

export interface TestCallProps {
  readonly targets: readonly GatewayTarget[];
  readonly chosen: GatewayTarget | null;
  readonly onChoose: (targetId: string) => void;
}

interface Call {
  readonly body: CallBody;
  readonly sent: JsonObject | null;
}

interface Answered {
  readonly answer: OutputOf<typeof key.gatewayProxy>;
  readonly verdict: AttestationVerdict;
}

/** A service may take its time; the gateway itself gives up after 30 seconds. */
const TIMEOUT_MS = 45_000;

/** One call through the proxy, with its answer and the attestation, verified here. */
export function TestCall({ targets, chosen, onChoose }: TestCallProps) {
  const announce = useAnnounce();
  const keys = useQuery(managedKeysQuery);
  const options = keyOptions(keys.data?.items ?? []);
  const work = useWork(async ({ body, sent }: Call, signal): Promise<Answered> => {
    const answer = await client.crypto.key.gatewayProxy({ body }, { signal, timeoutMs: TIMEOUT_MS });
    const { keysets } = await client.signing.svcKey.publicKeys({}, { signal });
    const verdict = await inWorker(
      {
        kind: 'attestation',
        attestation: answer.tee_attestation,
        path: body.path,
        requestBody: sent,
        responseBody: answer.body,
        keySets: keysets,
      },
      signal,
    );
    return { answer, verdict };
  });
  const draft = useDraft(useState(NEW_CALL), work.state);
  const methods = chosen?.allowed_methods ?? [];
  const method = methods.includes(draft.values.method) ? draft.values.method : (methods[0] ?? 'GET');
  const { units } = key.gatewayProxy;
  const send = async () => {
    const read = readCallDraft(chosen?.target_id ?? '', { ...draft.values, method });
    if (!draft.check(read.ok ? {} : read.found) || !read.ok) return;
    const called = await work.start(read);
    if (called === null) return;
    announce(`The service answered ${called.answer.status}`);
    void refreshKeys();
  };
  return (
    <Panel
      title="Test call"
      lead="Calls the service for real, with the key. The first call of a key to a target binds the two: from then on the scope gateway alone may use them together."
      aside={`costs ${unitsText(units)}`}
    >
      <form onSubmit={draft.submit(send)} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Target"
            options={targets.map(({ target_id }) => ({ value: target_id, label: target_id }))}
            value={chosen?.target_id ?? ''}
            onChange={onChoose}
          />
          <Select
            label="Key"
            options={options.length === 0 ? [{ value: '', label: 'There is no key that works' }] : options}
            {...draft.field('key_id')}
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-[140px_1fr]">
          <Select
            label="Method"
            options={methods.map((one) => ({ value: one, label: one }))}
            value={method}
            onChange={(one) => draft.change({ method: one }, ['body'])}
          />
          <TextField
            label="Path"
            {...draft.field('path')}
            description={chosen === null ? undefined : `After the address. Allowed: ${chosen.allowed_paths.join(', ')}`}
            isMono
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Headers"
            rows={2}
            {...draft.field('headers')}
            description="name: value, one on each line. Not the one that carries the key."
            isMono
          />
          <TextField
            label="Body"
            rows={2}
            {...draft.field('body')}
            description="A JSON object; not with GET and HEAD."
            isMono
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden size={16} />}
          aria-disabled={work.state.status === 'busy'}
        >
          Call the service
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Calling"
        failedTitle="The call was not made, or gave no answer"
        onCancel={work.cancel}
        units={units}
      />
      {work.result !== null && <Answer answered={work.result} />}
    </Panel>
  );
}

function Answer({ answered: { answer, verdict } }: { readonly answered: Answered }) {
  const names = Object.entries(answer.headers);
  return (
    <section aria-label="Answer of the service" className="space-y-3 border-t border-line pt-3">
      <FactList>
        <Fact name="Status">
          <span className="font-medium tabular-nums" data-testid="upstream-status">
            {answer.status}
          </span>
        </Fact>
        <Fact name="Time">{answer.proxy_latency_ms.toFixed(1)} ms</Fact>
        {answer.headers_not_sent.length > 0 && (
          <Fact name="Headers left out">
            <code className="text-13">{answer.headers_not_sent.join(', ')}</code>
            <span className="block text-muted">No list allows them; the service did not get them.</span>
          </Fact>
        )}
      </FactList>
      <div>
        <p className="text-13 text-muted">Body, as the service answered it</p>
        {answer.body === null ? (
          <p className="text-muted">empty</p>
        ) : (
          <ScrollingCode
            label="Body of the answer"
            value={typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)}
          />
        )}
      </div>
      <Disclosure title={`Headers of the answer (${names.length})`}>
        <FactList>
          {names.map(([name, value]) => (
            <Fact key={name} name={name}>
              <code className="text-13">{value}</code>
            </Fact>
          ))}
        </FactList>
      </Disclosure>
      <Attestation attestation={answer.tee_attestation} verdict={verdict} />
    </section>
  );
}
