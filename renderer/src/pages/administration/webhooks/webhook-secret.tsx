import { useState } from 'react';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { words } from '../../../words/administration/webhooks.ts';

/** Shows a webhook's secret this once. It closes by its button alone, so that no slip loses it. */
export function WebhookSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [isWarned, setWarned] = useState(false);
  const { secret: texts } = words;
  return (
    <Dialog
      title={texts.title}
      isOpen
      role="alertdialog"
      onOpenChange={() => setWarned(true)}
      footer={
        <Button variant="primary" onPress={onClose}>
          {texts.done}
        </Button>
      }
    >
      <p>{texts.lead(<strong>{texts.once}</strong>)}</p>
      <SecretText value={secret} label={texts.label} />
      <p className="text-muted">
        {texts.check(
          <code>X-Svc-Signature</code>,
          <code>X-Svc-Webhook-Id</code>,
          <code>X-Svc-Webhook-Time</code>,
          <code>svc-webhook/v1</code>,
        )}
      </p>
      {isWarned && (
        <p role="alert" className="font-medium text-failed">
          {texts.warning}
        </p>
      )}
    </Dialog>
  );
}
