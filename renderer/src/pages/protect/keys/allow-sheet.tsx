import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/gateway.ts';
import type { GatewayTarget } from './queries.ts';
import { usePermission } from './use-permission.tsx';

export interface AllowSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly target: GatewayTarget;
}

/** Allows addresses in private networks for a target, once its name is typed. */
export function AllowSheet({ isOpen, onClose, target }: AllowSheetProps) {
  const permission = usePermission(target);
  const draft = useDraft(useState({ name: '' }), permission.state);
  const { isolation } = words;
  const send = async () => {
    if (!draft.check({ name: draft.values.name === target.target_id ? '' : isolation.nameTrouble })) return;
    if (!(await permission.allow())) return;
    draft.fill({ name: '' });
    onClose();
  };
  return (
    <FormSheet
      texts={{ ...isolation, title: isolation.allow }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={permission}
      units={0}
    >
      <p>{isolation.what(<code className="break-all">{target.base_url}</code>, target.allowed_paths.join(', '))}</p>
      <p className="text-muted">{isolation.risk}</p>
      <TextField
        label={isolation.typeName(<code className="font-semibold">{target.target_id}</code>)}
        isMono
        {...draft.field('name')}
      />
    </FormSheet>
  );
}
