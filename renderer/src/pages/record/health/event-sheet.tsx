import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/health.ts';
import { refreshHealth } from './queries.ts';
import { sessionFailure } from './session-failure.tsx';
import type { SessionSheetProps } from './session-items.ts';

const UNITS = health.audit.units;
const LINES = health.audit.body.properties.events.items.properties;
/** One event is sent: refusals name its members as those of the first. */
const EMPTY = {
  'events.0.field_id': '',
  'events.0.action': '',
  'events.0.actor': '',
} satisfies DraftOf<typeof health.audit>;

/** Writes one event into the audit of a session. Programs send many at once; this is for the one that is missing. */
export function EventSheet({ item, state, isOpen, onClose }: SessionSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.audit>['body'], signal) =>
    client.crypto.health.audit({ body }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, 'events.0.actor': item.user_id }), work.state);
  const { event } = words;
  const append = async () => {
    const field_id = draft.values['events.0.field_id'].trim();
    const action = draft.values['events.0.action'].trim();
    const actor = draft.values['events.0.actor'].trim();
    const found = {
      'events.0.field_id': lineTrouble(field_id, event.members.field, LINES.field_id),
      'events.0.action': lineTrouble(action, event.members.action, LINES.action),
      'events.0.actor': lineTrouble(actor, event.members.actor, LINES.actor),
    };
    if (!draft.check(found)) return;
    const timestamp = formatIsoTime(Date.now());
    const accepted = await work.start({
      events: [{ session_id: item.session_id, field_id, action, actor, timestamp }],
    });
    if (accepted !== null) {
      // The next event is often of the same kind.
      draft.change({ 'events.0.field_id': '' });
      announce(event.done);
      onClose();
    }
    await refreshHealth();
  };
  return (
    <FormSheet
      texts={event}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(append)}
      isDisabled={state !== 'open'}
      work={work}
      failure={sessionFailure(work.state, event.failed)}
      units={UNITS}
    >
      <p className="text-muted">{state === 'open' ? event.lead : words.over[state]}</p>
      <TextField label={event.field} {...draft.field('events.0.field_id')} description={event.fieldHint} isRequired />
      <TextField label={event.action} {...draft.field('events.0.action')} description={event.actionHint} isRequired />
      <TextField label={event.actor} {...draft.field('events.0.actor')} description={event.actorHint} isRequired />
    </FormSheet>
  );
}
