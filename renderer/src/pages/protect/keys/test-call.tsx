import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
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
import { CALL_FIELDS, type CallBody, readCallDraft } from './call-draft.ts';
import { inWorker } from './in-worker.ts';
import { keyOptions } from './key-options.ts';
import type { AttestationVerdict } from './keys-jobs.ts';
import { type GatewayTarget, managedKeysQuery, refreshKeys } from './queries.ts';
import type { Method } from './target-draft.ts';

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
  const [keyId, setKeyId] = useState('');
  const [wantedMethod, setMethod] = useState<Method>('GET');
  const [path, setPath] = useState('/');
  const [headers, setHeaders] = useState('');
  const [text, setText] = useState('');
  const announce = useAnnounce();
  const keys = useQuery(managedKeysQuery);
  const options = keyOptions(keys.data?.items ?? []);
  const methods = chosen?.allowed_methods ?? [];
  const method = methods.includes(wantedMethod) ? wantedMethod : (methods[0] ?? 'GET');
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
  const errors = useFieldErrors(work.state, CALL_FIELDS);
  const { units } = key.gatewayProxy;
  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readCallDraft({ keyId, targetId: chosen?.target_id ?? '', method, path, headers, body: text });
    if (!errors.check(read.ok ? {} : read.found) || !read.ok) return;
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
      <form onSubmit={send} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Target"
            options={targets.map(({ target_id }) => ({ value: target_id, label: target_id }))}
            value={chosen?.target_id ?? ''}
            onChange={onChoose}
          />
          <div>
            <Select
              label="Key"
              options={options.length === 0 ? [{ value: '', label: 'There is no key that works' }] : options}
              value={keyId}
              onChange={(id) => {
                setKeyId(id);
                errors.changed('key_id');
              }}
            />
            {errors.at('key_id') !== '' && (
              <p role="alert" className="mt-1 text-[0.8125rem] text-failed">
                {errors.at('key_id')}
              </p>
            )}
          </div>
        </div>
        <div className="grid gap-3 sm:grid-cols-[140px_1fr]">
          <Select
            label="Method"
            options={methods.map((one) => ({ value: one, label: one }))}
            value={method}
            onChange={(one) => {
              setMethod(one);
              errors.changed('method');
              errors.changed('body');
            }}
          />
          <TextField
            label="Path"
            value={path}
            onChange={(changed) => {
              setPath(changed);
              errors.changed('path');
            }}
            description={chosen === null ? undefined : `After the address. Allowed: ${chosen.allowed_paths.join(', ')}`}
            error={errors.at('path')}
            isMono
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Headers"
            rows={2}
            value={headers}
            onChange={(changed) => {
              setHeaders(changed);
              errors.changed('headers');
            }}
            description="name: value, one on each line. Not the one that carries the key."
            error={errors.at('headers')}
            isMono
          />
          <TextField
            label="Body"
            rows={2}
            value={text}
            onChange={(changed) => {
              setText(changed);
              errors.changed('body');
            }}
            description="A JSON object; not with GET and HEAD."
            error={errors.at('body')}
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
            <code className="text-[0.8125rem]">{answer.headers_not_sent.join(', ')}</code>
            <span className="block text-muted">No list allows them; the service did not get them.</span>
          </Fact>
        )}
      </FactList>
      <div>
        <p className="text-[0.8125rem] text-muted">Body, as the service answered it</p>
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
              <code className="text-[0.8125rem]">{value}</code>
            </Fact>
          ))}
        </FactList>
      </Disclosure>
      <Attestation attestation={answer.tee_attestation} verdict={verdict} />
    </section>
  );
}
