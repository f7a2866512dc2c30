import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
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

const UNITS = health.audit.units;
const LINES = health.audit.body.properties.events.items.properties;
/** One event is sent: refusals name its members as those of the first. */
const EMPTY = {
  'events.0.field_id': '',
  'events.0.action': '',
  'events.0.actor': '',
} satisfies DraftOf<typeof health.audit>;

/** Writes one event into the audit of a session. Programs send many at once; this form is for the one that is missing. */
export function EventForm({ item, state }: SessionPanelProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.audit>['body'], signal) =>
    client.crypto.health.audit({ body }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, 'events.0.actor': item.user_id }), work.state);
  const append = async () => {
    const field_id = draft.values['events.0.field_id'].trim();
    const action = draft.values['events.0.action'].trim();
    const actor = draft.values['events.0.actor'].trim();
    const found = {
      'events.0.field_id': lineTrouble(field_id, 'field', LINES.field_id),
      'events.0.action': lineTrouble(action, 'action', LINES.action),
      'events.0.actor': lineTrouble(actor, 'actor', LINES.actor),
    };
    if (!draft.check(found)) return;
    const timestamp = formatIsoTime(Date.now());
    const accepted = await work.start({
      events: [{ session_id: item.session_id, field_id, action, actor, timestamp }],
    });
    if (accepted !== null) {
      draft.change({ 'events.0.field_id': '' });
      announce('The event is written');
    }
    await refreshHealth();
  };
  return (
    <Panel title="Write an event" aside={`costs ${unitsText(UNITS)}`}>
      {state === 'open' ? (
        <form onSubmit={draft.submit(append)} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            Each event is signed, linked to the one before and stays. The time is now; actor and action are what you
            state. Put no health data here.
          </p>
          <TextField
            label="Field"
            {...draft.field('events.0.field_id')}
            description="Which field was touched, for example form-3.diagnosis-code."
            isRequired
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Action"
              {...draft.field('events.0.action')}
              description="For example view or validate."
              isRequired
            />
            <TextField label="Actor" {...draft.field('events.0.actor')} description="Who did it." isRequired />
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
          <p className="text-13 text-muted">
            Head after it. Keep it elsewhere; that the newest events were cut off shows only against it.
          </p>
          <HashText value={work.result.head_hash} label="head after the event" />
        </div>
      )}
    </Panel>
  );
}
