import { register } from '@touchstone/core/api/agents/register.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents.ts';
import { type Agent, refreshAgents } from '../data/queries.ts';
import { REDACTION_SENTENCES, REDACTION_WORDS } from './agent-items.ts';

const LINES = register.create.body.properties;

const LEVELS = [
  'full',
  'metadata_only',
  'hash_only',
  'redacted',
] as const satisfies readonly Agent['redaction_level'][];

const EMPTY = {
  name: '',
  canonical_name: '',
  tenant: '',
  redaction_level: 'metadata_only' as Agent['redaction_level'],
} satisfies DraftOf<typeof register.create>;

export interface RegisterSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'register' | 'sample' | null;
  readonly onClose: () => void;
  readonly onRegistered: (agentId: string) => void;
}

/** Registers an agent, which makes its key pair. */
export function RegisterSheet({ act, onClose, onRegistered }: RegisterSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof register.create>['body'], signal) =>
    client.agents.register.create({ body, headers: { 'idempotency-key': crypto.randomUUID() } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { register: texts } = words;
  const fillSample = useEffectEvent(() => draft.fill({ ...EMPTY, ...texts.sample }));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const { redaction_level } = draft.values;
  const send = async () => {
    const [name, tenant] = [draft.values.name.trim(), draft.values.tenant.trim()];
    const canonical_name = draft.values.canonical_name.trim();
    const found = {
      name: lineTrouble(name, texts.members.name, LINES.name),
      canonical_name: canonicalTrouble(canonical_name),
      tenant: lineTrouble(tenant, texts.members.tenant, LINES.tenant),
    };
    if (!draft.check(found)) return;
    const receipt = await work.start({ name, canonical_name, tenant, redaction_level });
    if (receipt === null) return;
    announce(texts.done(name));
    // What is kept of receipts stays as chosen.
    draft.fill({ ...EMPTY, redaction_level });
    await refreshAgents();
    onRegistered(receipt.agent_id);
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(register.create.units))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={register.create.units}
    >
      <TextField label={texts.name} {...draft.field('name')} isRequired />
      <TextField
        label={texts.canonical}
        isMono
        {...draft.field('canonical_name')}
        description={<span className="[overflow-wrap:anywhere]">{texts.canonicalForm}</span>}
        isRequired
      />
      <TextField label={texts.tenant} {...draft.field('tenant')} description={texts.tenantHint} isRequired />
      <div className="space-y-1">
        <Select
          label={texts.kept}
          options={LEVELS.map((value) => ({ value, label: REDACTION_WORDS[value] }))}
          {...draft.field('redaction_level')}
        />
        <p className="text-13 text-muted">{texts.fixed(REDACTION_SENTENCES[redaction_level])}</p>
      </div>
    </FormSheet>
  );
}

const CANONICAL = /^svc\.agent(?:\.[A-Za-z0-9][A-Za-z0-9_-]{0,62}){5}$/;

function canonicalTrouble(text: string): string {
  if (text === '') return words.register.canonicalEmpty;
  return CANONICAL.test(text) ? '' : words.register.canonicalTrouble;
}
