import { health } from '@touchstone/core/api/crypto/health.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
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

const UNITS = health.acceptBaa.units;
const LINES = health.acceptBaa.body.properties;
const UNSIGNED = { signature_name: '' } satisfies DraftOf<typeof health.acceptBaa>;

export interface AcceptSheetProps {
  readonly userId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Records that a user accepts the business-associate agreement. */
export function AcceptSheet({ userId, isOpen, onClose }: AcceptSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof health.acceptBaa>['body'], signal) =>
    client.crypto.health.acceptBaa({ body }, { signal }),
  );
  const draft = useDraft(useState(UNSIGNED), work.state);
  const { agreement } = words;
  const accept = async () => {
    const signature_name = draft.values.signature_name.trim();
    const found = { signature_name: lineTrouble(signature_name, agreement.nameMember, LINES.signature_name) };
    if (!draft.check(found)) return;
    if ((await work.start({ user_id: userId, signature_name })) === null) return;
    draft.fill(UNSIGNED);
    announce(agreement.done);
    await refreshHealth();
    onClose();
  };
  return (
    <FormSheet
      texts={{ ...agreement, title: agreement.acceptTitle(userId) }}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(accept)}
      work={work}
      units={UNITS}
    >
      <p className="text-muted">{agreement.acceptLead}</p>
      <TextField label={agreement.name} {...draft.field('signature_name')} isRequired />
    </FormSheet>
  );
}
