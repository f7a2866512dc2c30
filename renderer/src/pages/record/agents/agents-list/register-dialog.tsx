import { register } from '@touchstone/core/api/agents/register.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { lineTrouble } from '../../../../parts/form/line-trouble.ts';
import { useFieldErrors } from '../../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { type Agent, refreshAgents } from '../data/queries.ts';
import { REDACTION_SENTENCES, REDACTION_WORDS } from './agent-items.ts';
import { DialogForm } from './dialog-form.tsx';

const UNITS = register.create.units;
const FIELDS = ['name', 'canonical_name', 'tenant'] as const;
type Field = (typeof FIELDS)[number];

const LEVELS = [
  'full',
  'metadata_only',
  'hash_only',
  'redacted',
] as const satisfies readonly Agent['redaction_level'][];

const EMPTY: Readonly<Record<Field, string>> = { name: '', canonical_name: '', tenant: '' };

export interface RegisterDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Registers an agent, which makes its key pair. */
export function RegisterDialog({ isOpen, onClose }: RegisterDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [level, setLevel] = useState<Agent['redaction_level']>('metadata_only');
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof register.create>['body'], signal) =>
    client.agents.register.create({ body, headers: { 'idempotency-key': crypto.randomUUID() } }, { signal }),
  );
  const errors = useFieldErrors(work.state, FIELDS);
  const close = () => {
    setDraft(EMPTY);
    work.reset();
    onClose();
  };
  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    const found = Object.fromEntries(
      Object.entries({
        name: lineTrouble(draft.name, 'name', 200),
        canonical_name: canonicalTrouble(draft.canonical_name.trim()),
        tenant: lineTrouble(draft.tenant, 'tenant', 200),
      }).filter(([, trouble]) => trouble !== ''),
    );
    if (!errors.check(found)) return;
    const receipt = await work.start({
      name: draft.name.trim(),
      canonical_name: draft.canonical_name.trim(),
      tenant: draft.tenant.trim(),
      redaction_level: level,
    });
    if (receipt === null) return;
    announce('The agent is registered');
    void refreshAgents();
    close();
  };
  const field = (name: Field) => ({
    value: draft[name],
    onChange: (text: string) => {
      setDraft({ ...draft, [name]: text });
      errors.changed(name);
    },
    error: errors.at(name),
    isRequired: true,
  });
  return (
    <Dialog title="Register an agent" isOpen={isOpen} onOpenChange={close}>
      <DialogForm
        work={work}
        busyLabel="Making the key pair and sealing the registration"
        failedTitle="No agent was registered"
        units={UNITS}
        verb="Register"
        onSubmit={send}
        onClose={close}
      >
        <TextField label="Name" {...field('name')} />
        <TextField
          label="Canonical name"
          isMono
          {...field('canonical_name')}
          description="svc.agent.<organisation>.<domain>.<role>.<environment>.<number>"
        />
        <TextField label="Tenant" {...field('tenant')} description="For whom the agent works." />
        <Select
          label="Kept of its receipts"
          options={LEVELS.map((value) => ({ value, label: REDACTION_WORDS[value] }))}
          value={level}
          onChange={setLevel}
        />
        <p className="text-[0.8125rem] text-muted">{REDACTION_SENTENCES[level]} It cannot be changed later.</p>
      </DialogForm>
    </Dialog>
  );
}

const CANONICAL = /^svc\.agent(?:\.[A-Za-z0-9][A-Za-z0-9_-]{0,62}){5}$/;

function canonicalTrouble(text: string): string {
  if (text === '') return 'Enter the canonical name.';
  return CANONICAL.test(text) ? '' : 'Write svc.agent and five parts, each joined by a dot.';
}
