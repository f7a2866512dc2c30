import { share } from '@touchstone/core/api/crypto/share.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/fraud.ts';
import { entityHashOf, entityTrouble } from './sealing.ts';

const { score: texts } = words;
/** The score, and the factors behind it. */
const UNITS = share.score.units + share.query.units;
/** Nobody reads it, and it is not stored. */
const CONTEXT = 'console';

export interface EntityScore {
  readonly entity: string;
  readonly score: OutputOf<typeof share.score>;
  readonly factors: OutputOf<typeof share.query>;
}

export interface ScoreSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onScored: (score: EntityScore) => void;
}

/** Asks how risky an entity is. */
export function ScoreSheet({ isOpen, onClose, onScored }: ScoreSheetProps) {
  const announce = useAnnounce();
  const work = useWork(async (entity: string, signal): Promise<EntityScore> => {
    const hash = entityHashOf(entity);
    const score = await client.crypto.share.score({ body: { entity_hash: hash, context: CONTEXT } }, { signal });
    const query = { query_type: 'risk_factors', entity_hash: hash } as const;
    return { entity, score, factors: await client.crypto.share.query({ body: query }, { signal }) };
  });
  const draft = useDraft(useState({ entity: '' }), work.state);
  const send = async () => {
    const entity = draft.values.entity.trim();
    if (!draft.check({ entity: entityTrouble(entity) })) return;
    const scored = await work.start(entity);
    if (scored === null) return;
    announce(words.levels[scored.score.level], 'assertive');
    onScored(scored);
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <TextField label={words.entity.label} {...draft.field('entity')} description={words.entity.hint} isRequired />
      <p className="text-13 text-muted">{texts.note}</p>
    </FormSheet>
  );
}
