import { type ReactNode, useState } from 'react';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { NewKey } from './queries.ts';

export interface NewKeyDialogProps {
  readonly created: NewKey;
  /** What else is to be said, as when the old key ends. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a new key's secret text this once. It closes by its button alone, so that no slip loses the key. */
export function NewKeyDialog({ created, children, onClose }: NewKeyDialogProps) {
  const { shownOnce: texts } = words;
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog
      title={texts.title}
      isOpen
      role="alertdialog"
      onOpenChange={() => setWarned(true)}
      footer={
        <Button variant="primary" onPress={onClose}>
          {texts.stored}
        </Button>
      }
    >
      <p>
        <strong>{texts.only}</strong> {texts.lead}
      </p>
      <SecretText value={created.api_key} label={texts.label} />
      <p className="text-muted">{texts.named(<code>{created.key_id}</code>)}</p>
      {children}
      {isWarned && (
        <p role="alert" className="font-medium text-failed">
          {texts.warning}
        </p>
      )}
    </Dialog>
  );
}
