import { type ReactNode, useState } from 'react';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { NewKey } from './queries.ts';

export interface NewKeyDialogProps {
  readonly created: NewKey;
  /** What else is to be said, as when the old key ends. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a new key's secret text this once. It closes by its button alone, so that no slip loses the key. */
export function NewKeyDialog({ created, children, onClose }: NewKeyDialogProps) {
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog
      title="Keep the new API key now"
      isOpen
      role="alertdialog"
      onOpenChange={() => setWarned(true)}
      footer={
        <Button variant="primary" onPress={onClose}>
          I have stored the key
        </Button>
      }
    >
      <p>
        <strong>This is the only time that the key can be seen.</strong> The server keeps a salted hash. Copy it to the
        program or the password store that needs it; whoever has it can act for the project until it ends or is revoked.
      </p>
      <SecretText value={created.api_key} label="API key" />
      <p className="text-muted">
        Key id <code>{created.key_id}</code>, which is no secret, names it in lists and in the audit.
      </p>
      {children}
      {isWarned && (
        <p role="alert" className="font-medium text-failed">
          The key cannot be shown again. Close this with "I have stored the key"; if it is lost, revoke it and create
          another.
        </p>
      )}
    </Dialog>
  );
}
