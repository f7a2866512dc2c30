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
import { words as lockWords } from '../words/app/lock.ts';

const words = lockWords.unlock;

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
            <Lock aria-hidden size={18} /> {words.title}
          </Heading>
          <UnlockForm isServerLocked={lock === 'locked'} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function UnlockForm({ isServerLocked }: { readonly isServerLocked: boolean }) {
  const work = useWork(async (text: string) => {
    await unlockServer(text);
    // With the session everything begins as when the window was opened. Here: this form may be gone by the time `start` answers.
    location.reload();
  });
  const draft = useDraft(useState({ passphrase: '' }), undefined, { onChange: work.reset });
  const { state } = work;

  const unlock = async () => {
    const { passphrase } = draft.values;
    if (!draft.check({ passphrase: passphrase === '' ? words.empty : '' })) return;
    await work.start(passphrase);
    draft.fill({ passphrase: '' });
  };
  return (
    <form noValidate aria-label={words.label} className="mt-2 space-y-3" onSubmit={draft.submit(unlock)}>
      <p>{isServerLocked ? words.serverLocked : words.windowLocked}</p>
      <SecretField
        label={words.field}
        {...draft.field('passphrase')}
        error={draft.errorAt('passphrase') || (state.status === 'failed' ? wordsOf(state.error) : '')}
        hasAutoFocus
      />
      <p role="status" className="min-h-5 text-13 text-muted">
        {state.status === 'busy' || state.status === 'done' ? words.busy : ''}
      </p>
      <Button variant="primary" type="submit">
        {words.send}
      </Button>
    </form>
  );
}

/** What stands at the field after a try. */
function wordsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return sentenceFor(error);
  if (error.code === 'INVALID_KEY') return words.wrong;
  if (error.code === 'INVALID_REQUEST' && error.field === 'passphrase') return words.tooLong;
  if (error.code !== 'RATE_LIMITED') return sentenceFor(error);
  return words.tooOften(error.retryAfterSeconds ?? 60);
}
