import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/gateway.ts';
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

export interface TargetSheetProps {
  /** Null: a new one. */
  readonly before: GatewayTarget | null;
  readonly isOpen: boolean;
  /** Filled with an example. */
  readonly isSample: boolean;
  readonly onClose: () => void;
  readonly onSaved: (targetId: string) => void;
}

/** Configures a gateway target, or changes one. */
export function TargetSheet({ before, isOpen, isSample, onClose, onSaved }: TargetSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: TargetBody, signal) => client.crypto.key.gatewayConfigure({ body }, { signal }));
  const draft = useDraft(useState(before === null ? NEW_TARGET : draftOf(before)), work.state);
  const { values } = draft;
  const { target } = words;
  const fillSample = useEffectEvent(() => draft.fill({ ...NEW_TARGET, ...target.sample }));
  useEffect(() => {
    if (isSample) fillSample();
  }, [isSample]);
  const send = async () => {
    const { body, found } = readTargetDraft(values);
    if (!draft.check(found)) return;
    if ((await work.start(body)) === null) return;
    if (before === null) draft.fill(NEW_TARGET);
    announce(target.done(body.target_id));
    await refreshKeys();
    onSaved(body.target_id);
  };
  return (
    <FormSheet
      texts={{ ...target, title: before === null ? target.title : target.changeTitle(before.target_id) }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
      size="wide"
    >
      {before === null && (
        <TextField label={target.name} {...draft.field('target_id')} description={target.nameHint} autoFocus />
      )}
      <TextField
        label={target.address}
        {...draft.field('base_url')}
        placeholder={target.addressExample}
        description={target.addressHint}
        isMono
      />
      <fieldset className="space-y-3">
        <legend className="text-13 font-medium">{target.carried}</legend>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-13 text-muted">{target.startFrom}</span>
          {TEMPLATES.map(({ title, ...carried }) => (
            <Button key={title} size="small" onPress={() => draft.change(carried)}>
              {title}
            </Button>
          ))}
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label={target.header} {...draft.field('auth_header')} isMono />
          <TextField
            label={target.template}
            {...draft.field('auth_template')}
            description={target.templateHint}
            isMono
          />
        </div>
        <p className="text-13 text-muted">{target.receives(<code>{headerExample(values)}</code>)}</p>
      </fieldset>
      <TextField
        label={target.paths}
        rows={3}
        {...draft.field('allowed_paths')}
        description={target.pathsHint}
        isMono
      />
      <AllowedMethods {...draft.field('allowed_methods')} />
      <TextField
        label={target.headers}
        rows={2}
        {...draft.field('allowed_headers')}
        description={target.headersHint}
        isMono
      />
      <TextField label={target.rate} {...draft.field('rate_limit')} />
      {before !== null && startsAnew(before, values) && (
        <p role="status" className="rounded bg-sunken px-3 py-2">
          {target.anew}
        </p>
      )}
    </FormSheet>
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
      <legend className="text-13 font-medium">{words.target.methods}</legend>
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
