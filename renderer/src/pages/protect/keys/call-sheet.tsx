import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/gateway.ts';
import { words as keysWords } from '../../../words/protect/keys.ts';
import type { Answered } from './call-answer.tsx';
import { type CallBody, NEW_CALL, readCallDraft } from './call-draft.ts';
import { inWorker } from './in-worker.ts';
import { keyOptions } from './key-options.ts';
import { type GatewayTarget, managedKeysQuery, refreshKeys } from './queries.ts';

export interface CallSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly target: GatewayTarget;
  readonly onAnswered: (answered: Answered) => void;
}

interface Call {
  readonly body: CallBody;
  readonly sent: JsonObject | null;
}

/** A service may take its time; the gateway itself gives up after 30 seconds. */
const TIMEOUT_MS = 45_000;

/** One call through the proxy; its attestation is verified here. */
export function CallSheet({ isOpen, onClose, target, onAnswered }: CallSheetProps) {
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
  const methods = target.allowed_methods;
  const method = methods.includes(draft.values.method) ? draft.values.method : (methods[0] ?? 'GET');
  const { units } = key.gatewayProxy;
  const { call } = words;
  const send = async () => {
    const read = readCallDraft(target.target_id, { ...draft.values, method });
    if (!draft.check(read.ok ? {} : read.found) || !read.ok) return;
    const called = await work.start(read);
    if (called === null) return;
    announce(call.answered(called.answer.status));
    onAnswered(called);
    void refreshKeys();
  };
  return (
    <FormSheet
      texts={{ ...call, title: call.title(target.target_id) }}
      note={keysWords.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={units}
      size="wide"
    >
      <p className="text-muted">{call.lead}</p>
      <Select
        label={call.key}
        options={options.length === 0 ? [{ value: '', label: call.noKey }] : options}
        {...draft.field('key_id')}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[140px_1fr]">
        <Select
          label={call.method}
          options={methods.map((one) => ({ value: one, label: one }))}
          value={method}
          onChange={(one) => draft.change({ method: one }, ['body'])}
        />
        <TextField
          label={call.path}
          {...draft.field('path')}
          description={call.pathHint(target.allowed_paths.join(', '))}
          isMono
        />
      </div>
      <TextField label={call.headers} rows={2} {...draft.field('headers')} description={call.headersHint} isMono />
      <TextField label={call.body} rows={3} {...draft.field('body')} description={call.bodyHint} isMono />
    </FormSheet>
  );
}
