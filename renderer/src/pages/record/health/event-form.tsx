import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type FieldErrors, useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { OverNote, SessionWorkStatus } from './over.tsx';
import { refreshHealth } from './queries.ts';
import type { SessionPanelProps } from './release-panel.tsx';

const FIELDS = ['field_id', 'action', 'actor'] as const;
type Field = (typeof FIELDS)[number];
const UNITS = health.audit.units;

/** Writes one event into the audit of a session. Programs send many at once; this form is for the one that is missing. */
export function EventForm({ item, state }: SessionPanelProps) {
  const [draft, setDraft] = useState<Record<Field, string>>({ field_id: '', action: '', actor: item.user_id });
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.audit>['body'], signal) =>
    client.crypto.health.audit({ body }, { signal }),
  );
  const errors = useFieldErrors(work.state, FIELDS);
  const change = (field: Field) => (text: string) => {
    setDraft((before) => ({ ...before, [field]: text }));
    errors.changed(field);
  };
  const append = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!errors.check(troublesOf(draft))) return;
    const accepted = await work.start({
      events: [
        {
          session_id: item.session_id,
          field_id: draft.field_id.trim(),
          action: draft.action.trim(),
          actor: draft.actor.trim(),
          timestamp: formatIsoTime(Date.now()),
        },
      ],
    });
    if (accepted !== null) {
      setDraft((before) => ({ ...before, field_id: '' }));
      announce('The event is written');
    }
    await refreshHealth();
  };
  return (
    <Panel title="Write an event" aside={`costs ${unitsText(UNITS)}`}>
      {state === 'open' ? (
        <form onSubmit={append} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            Each event is signed, linked to the one before and stays. The time is now; actor and action are what you
            state. Put no health data here.
          </p>
          <TextField
            label="Field"
            value={draft.field_id}
            onChange={change('field_id')}
            error={errors.at('field_id')}
            description="Which field was touched, for example form-3.diagnosis-code."
            isRequired
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Action"
              value={draft.action}
              onChange={change('action')}
              error={errors.at('action')}
              description="For example view or validate."
              isRequired
            />
            <TextField
              label="Actor"
              value={draft.actor}
              onChange={change('actor')}
              error={errors.at('actor')}
              description="Who did it."
              isRequired
            />
          </div>
          <Button type="submit" isDisabled={work.state.status === 'busy'}>
            Write the event
          </Button>
        </form>
      ) : (
        <OverNote state={state} />
      )}
      <SessionWorkStatus
        work={work}
        busyLabel="Signing the event"
        failedTitle="The event was not written"
        units={UNITS}
      />
      {work.state.status === 'done' && work.result !== null && (
        <div role="status" className="space-y-1">
          <StatusMark look="verified" label="Written and signed" size="small" />
          <p className="text-[0.8125rem] text-muted">
            Head after it. Keep it elsewhere; that the newest events were cut off shows only against it.
          </p>
          <HashText value={work.result.head_hash} label="head after the event" />
        </div>
      )}
    </Panel>
  );
}

function troublesOf({ field_id, action, actor }: Record<Field, string>): FieldErrors<Field> {
  const found = {
    field_id: lineTrouble(field_id, 'field', 200),
    action: lineTrouble(action, 'action', 100),
    actor: lineTrouble(actor, 'actor', 200),
  };
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== ''));
}
