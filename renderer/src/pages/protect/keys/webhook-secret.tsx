import { useState } from 'react';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Shows a webhook's secret this once. It closes by its button alone, so that no slip loses it. */
export function WebhookSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog
      title="Keep the secret now"
      isOpen
      role="alertdialog"
      onOpenChange={() => setWarned(true)}
      footer={
        <Button variant="primary" onPress={onClose}>
          I have stored the secret
        </Button>
      }
    >
      <p>
        <strong>This is the only time that the secret can be seen.</strong> Give it to the receiver of the notices,
        which checks with it that they come from this server.
      </p>
      <SecretText value={secret} label="Webhook secret" />
      <p className="text-muted">
        Each notice carries <code>X-Svc-Signature</code>: HMAC-SHA3-256 in hexadecimal, keyed by the text of the secret,
        over <code>svc-webhook/v1</code>, a zero byte, <code>X-Svc-Webhook-Id</code>, a line feed,{' '}
        <code>X-Svc-Webhook-Time</code>, a line feed and the body. A notice can come more than once: tell repetitions by
        its id.
      </p>
      {isWarned && (
        <p role="alert" className="font-medium text-failed">
          The secret cannot be shown again. Close this with "I have stored the secret"; if it is lost, set the webhook
          anew.
        </p>
      )}
    </Dialog>
  );
}
