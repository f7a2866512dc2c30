import { register } from '@touchstone/core/api/agents/register.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { lineTrouble } from '../../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { type Agent, refreshAgents } from '../data/queries.ts';
import { REDACTION_SENTENCES, REDACTION_WORDS } from './agent-items.ts';
import { DialogForm } from './dialog-form.tsx';

const UNITS = register.create.units;
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

export interface RegisterDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Registers an agent, which makes its key pair. */
export function RegisterDialog({ isOpen, onClose }: RegisterDialogProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof register.create>['body'], signal) =>
    client.agents.register.create({ body, headers: { 'idempotency-key': crypto.randomUUID() } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { redaction_level } = draft.values;
  const close = () => {
    // What is kept of receipts stays as chosen.
    draft.fill({ ...EMPTY, redaction_level });
    work.reset();
    onClose();
  };
  const send = async () => {
    const [name, tenant] = [draft.values.name.trim(), draft.values.tenant.trim()];
    const canonical_name = draft.values.canonical_name.trim();
    const found = {
      name: lineTrouble(name, 'name', LINES.name),
      canonical_name: canonicalTrouble(canonical_name),
      tenant: lineTrouble(tenant, 'tenant', LINES.tenant),
    };
    if (!draft.check(found)) return;
    const receipt = await work.start({ name, canonical_name, tenant, redaction_level });
    if (receipt === null) return;
    announce('The agent is registered');
    void refreshAgents();
    close();
  };
  return (
    <Dialog title="Register an agent" isOpen={isOpen} onOpenChange={close}>
      <DialogForm
        work={work}
        busyLabel="Making the key pair and sealing the registration"
        failedTitle="No agent was registered"
        units={UNITS}
        verb="Register"
        onSubmit={draft.submit(send)}
        onClose={close}
      >
        <TextField label="Name" {...draft.field('name')} isRequired />
        <TextField
          label="Canonical name"
          isMono
          {...draft.field('canonical_name')}
          description="svc.agent.<organisation>.<domain>.<role>.<environment>.<number>"
          isRequired
        />
        <TextField label="Tenant" {...draft.field('tenant')} description="For whom the agent works." isRequired />
        <Select
          label="Kept of its receipts"
          options={LEVELS.map((value) => ({ value, label: REDACTION_WORDS[value] }))}
          {...draft.field('redaction_level')}
        />
        <p className="text-13 text-muted">{REDACTION_SENTENCES[redaction_level]} It cannot be changed later.</p>
      </DialogForm>
    </Dialog>
  );
}

const CANONICAL = /^svc\.agent(?:\.[A-Za-z0-9][A-Za-z0-9_-]{0,62}){5}$/;

function canonicalTrouble(text: string): string {
  if (text === '') return 'Enter the canonical name.';
  return CANONICAL.test(text) ? '' : 'Write svc.agent and five parts, each joined by a dot.';
}
