import { ApiFailure } from '@touchstone/core/api/client.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { unlockServer } from '../lib/client.ts';
import { useConnection } from '../lib/session/connection.ts';
import { useDraft } from '../parts/form/use-draft.ts';
import { SecretField } from '../parts/secret/secret-field.tsx';
import { sentenceFor } from '../parts/work/error-sentence.ts';
import { useWork } from '../parts/work/use-work.ts';
import { Button } from '../ui/button.tsx';

/** Covers the page until the passphrase of the data folder opens a session, where the folder has one. */
export function UnlockNotice() {
  const { lock, hasSession, state } = useConnection();
  // With the server out of reach there is nothing to unlock, and files are verified without it.
  const isClosed = state === 'reachable' && (lock === 'locked' || (lock === 'unlocked' && !hasSession));
  return (
    <ModalOverlay
      isOpen={isClosed}
      isKeyboardDismissDisabled
      className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto bg-page p-2 sm:p-8"
    >
      <Modal className="w-full max-w-lg">
        <Dialog className="rounded-md border border-line-strong bg-surface p-4 outline-none">
          <Heading slot="title" level={2} className="flex items-center gap-2 text-16">
            <Lock aria-hidden size={18} /> Unlock Touchstone
          </Heading>
          <UnlockForm isServerLocked={lock === 'locked'} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function UnlockForm({ isServerLocked }: { readonly isServerLocked: boolean }) {
  const work = useWork((text: string) => unlockServer(text));
  const draft = useDraft(useState({ passphrase: '' }), undefined, { onChange: work.reset });
  const { state } = work;

  const unlock = async () => {
    const { passphrase } = draft.values;
    if (!draft.check({ passphrase: passphrase === '' ? 'Enter the passphrase.' : '' })) return;
    const isOpen = await work.start(passphrase);
    draft.fill({ passphrase: '' });
    // With the session everything begins as when the window was opened.
    if (isOpen !== null) location.reload();
  };
  return (
    <form noValidate aria-label="Unlock" className="mt-2 space-y-3" onSubmit={draft.submit(unlock)}>
      <p>
        {isServerLocked
          ? 'The data folder is protected by a passphrase. Nothing in it can be read, and no work goes on, until you enter it.'
          : 'This window is locked. The server goes on with its work.'}
      </p>
      <SecretField
        label="Passphrase of the data folder"
        {...draft.field('passphrase')}
        error={draft.errorAt('passphrase') || (state.status === 'failed' ? wordsOf(state.error) : '')}
        hasAutoFocus
      />
      <p role="status" className="min-h-5 text-13 text-muted">
        {state.status === 'busy' || state.status === 'done' ? 'Unlocking. This takes a moment.' : ''}
      </p>
      <Button variant="primary" type="submit">
        Unlock
      </Button>
    </form>
  );
}

/** What stands at the field after a try. */
function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return sentenceFor(error);
  if (error.code === 'INVALID_KEY') return 'The passphrase is wrong.';
  if (error.code === 'INVALID_REQUEST' && error.field === 'passphrase') return 'A passphrase is not that long.';
  if (error.code !== 'RATE_LIMITED') return sentenceFor(error);
  const seconds = error.retryAfterSeconds ?? 60;
  return `A passphrase may be tried five times a minute. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
}
