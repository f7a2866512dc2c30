import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type GatewayTarget, refreshKeys } from './queries.ts';
import {
  draftOf,
  headerExample,
  METHODS,
  NEW_TARGET,
  readTargetDraft,
  startsAnew,
  TARGET_FIELDS,
  type TargetBody,
  type TargetDraft,
  type TargetField,
  TEMPLATES,
} from './target-draft.ts';

export interface TargetDialogProps {
  /** Null: a new one. */
  readonly before: GatewayTarget | null;
  readonly onClose: () => void;
}

/** Configures a gateway target, or changes one. */
export function TargetDialog({ before, onClose }: TargetDialogProps) {
  const [draft, setDraft] = useState<TargetDraft>(before === null ? NEW_TARGET : draftOf(before));
  const announce = useAnnounce();
  const work = useWork((body: TargetBody, signal) => client.crypto.key.gatewayConfigure({ body }, { signal }));
  const errors = useFieldErrors(work.state, TARGET_FIELDS);
  const change = (field: TargetField, changes: Partial<TargetDraft>) => {
    setDraft({ ...draft, ...changes });
    errors.changed(field);
  };
  const submit = async () => {
    const { body, found } = readTargetDraft(draft);
    if (!errors.check(found)) return;
    if ((await work.start(body)) === null) return;
    announce(`The target ${body.target_id} is configured`);
    await refreshKeys();
    onClose();
  };
  return (
    <Dialog
      title={before === null ? 'Configure a target' : 'Change the target'}
      size="wide"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="target" aria-disabled={work.state.status === 'busy'}>
            {before === null ? 'Configure it' : 'Change it'}
          </Button>
        </>
      }
    >
      <form
        id="target"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="Name of the target"
          value={draft.targetId}
          onChange={(targetId) => change('target_id', { targetId })}
          description={before === null ? 'Yours, for example: payments. A name that exists is replaced.' : undefined}
          isReadOnly={before !== null}
          error={errors.at('target_id')}
        />
        <TextField
          label="Address"
          value={draft.baseUrl}
          onChange={(baseUrl) => change('base_url', { baseUrl })}
          placeholder="https://api.example.com"
          description="https; or http to an IP address and port, which the administrator then has to allow."
          error={errors.at('base_url')}
          isMono
        />
        <fieldset className="space-y-3 rounded border border-line px-3 pt-1 pb-3">
          <legend className="px-1 text-[0.8125rem] font-medium">How the key is carried</legend>
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-[0.8125rem] text-muted">Begin from</span>
            {TEMPLATES.map(({ id, title, header, template }) => (
              <Button
                key={id}
                size="small"
                onPress={() => {
                  setDraft({ ...draft, authHeader: header, authTemplate: template });
                  errors.changed('auth_header');
                  errors.changed('auth_template');
                }}
              >
                {title}
              </Button>
            ))}
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Header"
              value={draft.authHeader}
              onChange={(authHeader) => change('auth_header', { authHeader })}
              error={errors.at('auth_header')}
              isMono
            />
            <TextField
              label="Template"
              value={draft.authTemplate}
              onChange={(authTemplate) => change('auth_template', { authTemplate })}
              description="{{key}} stands once where the key goes."
              error={errors.at('auth_template')}
              isMono
            />
          </div>
          <p className="text-[0.8125rem] text-muted">
            The service receives <code>{headerExample(draft)}</code>
          </p>
        </fieldset>
        <TextField
          label="Allowed paths"
          rows={3}
          value={draft.paths}
          onChange={(paths) => change('allowed_paths', { paths })}
          description="One on each line, after the address: exact, or a beginning followed by *. Keep it narrow: this is what limits the use of a key."
          error={errors.at('allowed_paths')}
          isMono
        />
        <fieldset aria-describedby={errors.at('allowed_methods') === '' ? undefined : 'methods-error'}>
          <legend className="text-[0.8125rem] font-medium">Allowed methods</legend>
          <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
            {METHODS.map((method) => (
              <CheckRow
                key={method}
                label={method}
                isSelected={draft.methods.includes(method)}
                onChange={(isSelected) =>
                  change('allowed_methods', {
                    methods: METHODS.filter((one) => (one === method ? isSelected : draft.methods.includes(one))),
                  })
                }
              />
            ))}
          </div>
          {errors.at('allowed_methods') !== '' && (
            <p id="methods-error" role="alert" className="text-[0.8125rem] text-failed">
              {errors.at('allowed_methods')}
            </p>
          )}
        </fieldset>
        <TextField
          label="More headers that callers may send"
          rows={2}
          value={draft.headers}
          onChange={(headers) => change('allowed_headers', { headers })}
          description="One name on each line. Common ones such as accept, content-type and idempotency-key are allowed anyway."
          error={errors.at('allowed_headers')}
          isMono
        />
        <TextField
          label="Calls per minute"
          value={draft.rate}
          onChange={(rate) => change('rate_limit', { rate })}
          error={errors.at('rate_limit')}
        />
      </form>
      {before !== null && startsAnew(before, draft) && (
        <p role="status" className="rounded bg-sunken px-3 py-2">
          With another address, header or template this counts as a new target: its bindings to keys end, and so does
          the permission for private addresses.
        </p>
      )}
      <WorkStatus
        state={work.state}
        busyLabel="Configuring"
        failedTitle="The target was not configured"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}
