import { video } from '@touchstone/core/api/crypto/video.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/calls.ts';
import { refreshCalls } from './queries.ts';

const { make: texts } = words;
const UNITS = video.session.units.base;
const MOST = 50;
const MOST_CHARACTERS = 100;

const EMPTY = { participants: '', record_transcript: true } satisfies DraftOf<typeof video.session>;

export interface NewCallSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

/** Opens a call; its page then is the lobby. */
export function NewCallSheet({ act, onClose, onMade }: NewCallSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof video.session>['body'], signal) =>
    client.crypto.video.session({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const fillSample = useEffectEvent(() => draft.fill({ ...EMPTY, participants: texts.sample }));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const send = async () => {
    const { record_transcript } = draft.values;
    const participants = namesIn(draft.values.participants);
    if (!draft.check({ participants: namesTrouble(participants) })) return;
    const made = await work.start({ participants, security_level: 'L5', record_transcript });
    if (made === null) return;
    draft.fill(EMPTY);
    announce(texts.done);
    void refreshCalls();
    onMade(made.session_id);
  };
  const record = draft.field('record_transcript');
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <TextField
        label={texts.participants}
        rows={4}
        {...draft.field('participants')}
        description={texts.participantsHint}
        isRequired
      />
      <CheckRow
        isSelected={record.value}
        onChange={record.onChange}
        label={texts.record}
        description={texts.recordHint}
      />
    </FormSheet>
  );
}

function namesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function namesTrouble(names: readonly string[]): string {
  if (names.length < 2) return texts.tooFew;
  if (names.length > MOST) return texts.tooMany;
  if (new Set(names).size !== names.length) return texts.same;
  return names.some((name) => name === '*' || [...name].length > MOST_CHARACTERS) ? texts.notAName : '';
}
