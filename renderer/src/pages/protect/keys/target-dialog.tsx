import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type GatewayTarget, refreshKeys } from './queries.ts';
import {
  draftOf,
  headerExample,
  METHODS,
  type Method,
  NEW_TARGET,
  readTargetDraft,
  startsAnew,
  type TargetBody,
  TEMPLATES,
} from './target-draft.ts';

export interface TargetDialogProps {
  /** Null: a new one. */
  readonly before: GatewayTarget | null;
  readonly onClose: () => void;
}

/** Configures a gateway target, or changes one. */
export function TargetDialog({ before, onClose }: TargetDialogProps) {
  const announce = useAnnounce();
  const work = useWork((body: TargetBody, signal) => client.crypto.key.gatewayConfigure({ body }, { signal }));
  const draft = useDraft(useState(before === null ? NEW_TARGET : draftOf(before)), work.state);
  const { values } = draft;
  const configure = async () => {
    const { body, found } = readTargetDraft(values);
    if (!draft.check(found)) return;
    if ((await work.start(body)) === null) return;
    announce(`The target ${body.target_id} is configured`);
    await refreshKeys();
    onClose();
  };
  return (
    <FormDialog
      title={before === null ? 'Configure a target' : 'Change the target'}
      size="wide"
      verb={before === null ? 'Configure it' : 'Change it'}
      work={work}
      busyLabel="Configuring"
      failedTitle="The target was not configured"
      units={0}
      onSubmit={draft.submit(configure)}
      onClose={onClose}
    >
      <TextField
        label="Name of the target"
        {...draft.field('target_id')}
        description={before === null ? 'Yours, for example: payments. A name that exists is replaced.' : undefined}
        isReadOnly={before !== null}
      />
      <TextField
        label="Address"
        {...draft.field('base_url')}
        placeholder="https://api.example.com"
        description="https; or http to an IP address and port, which the administrator then has to allow."
        isMono
      />
      <fieldset className="space-y-3 rounded border border-line px-3 pt-1 pb-3">
        <legend className="px-1 text-13 font-medium">How the key is carried</legend>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-13 text-muted">Begin from</span>
          {TEMPLATES.map(({ title, ...carried }) => (
            <Button key={title} size="small" onPress={() => draft.change(carried)}>
              {title}
            </Button>
          ))}
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Header" {...draft.field('auth_header')} isMono />
          <TextField
            label="Template"
            {...draft.field('auth_template')}
            description="{{key}} stands once where the key goes."
            isMono
          />
        </div>
        <p className="text-13 text-muted">
          The service receives <code>{headerExample(values)}</code>
        </p>
      </fieldset>
      <TextField
        label="Allowed paths"
        rows={3}
        {...draft.field('allowed_paths')}
        description="One on each line, after the address: exact, or a beginning followed by *. Keep it narrow: this is what limits the use of a key."
        isMono
      />
      <AllowedMethods {...draft.field('allowed_methods')} />
      <TextField
        label="More headers that callers may send"
        rows={2}
        {...draft.field('allowed_headers')}
        description="One name on each line. Common ones such as accept, content-type and idempotency-key are allowed anyway."
        isMono
      />
      <TextField label="Calls per minute" {...draft.field('rate_limit')} />
      {before !== null && startsAnew(before, values) && (
        <p role="status" className="rounded bg-sunken px-3 py-2">
          With another address, header or template this counts as a new target: its bindings to keys end, and so does
          the permission for private addresses.
        </p>
      )}
    </FormDialog>
  );
}

interface AllowedMethodsProps {
  readonly value: readonly Method[];
  readonly onChange: (value: readonly Method[]) => void;
  readonly error: string;
}

function AllowedMethods({ value, onChange, error }: AllowedMethodsProps) {
  return (
    <fieldset aria-describedby={error === '' ? undefined : 'methods-error'}>
      <legend className="text-13 font-medium">Allowed methods</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {METHODS.map((method) => (
          <CheckRow
            key={method}
            label={method}
            isSelected={value.includes(method)}
            onChange={(isOn) => onChange(METHODS.filter((one) => (one === method ? isOn : value.includes(one))))}
          />
        ))}
      </div>
      {error !== '' && (
        <p id="methods-error" role="alert" className="text-13 text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
