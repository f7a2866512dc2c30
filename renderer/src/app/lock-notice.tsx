import { Lock } from 'lucide-react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { usePreferences } from '../lib/preferences.ts';
import { unlock, useAutoLockWatch, useIsLocked, useOnLock } from '../parts/use-auto-lock.ts';
import { Button } from '../ui/button.tsx';
import { recentVerifications } from '../verification/live-recent.ts';

/** Covers the page when nobody has touched the window for a while, says what was taken away, and leads back. */
export function LockNotice() {
  useAutoLockWatch();
  useOnLock((reason) => {
    // Names of files may tell a passer-by more than a person wants; a look at another tab is no passer-by.
    if (reason === 'idle') recentVerifications.clear();
  });
  const { autoLockMinutes } = usePreferences();
  return (
    <ModalOverlay
      isOpen={useIsLocked()}
      isKeyboardDismissDisabled
      className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto bg-page p-2 sm:p-8"
    >
      <Modal className="w-full max-w-lg">
        <Dialog role="alertdialog" className="rounded-md border border-line-strong bg-surface p-4 outline-none">
          <Heading slot="title" level={2} className="flex items-center gap-2 text-base">
            <Lock aria-hidden size={18} /> Locked
          </Heading>
          <p className="mt-2">
            Nobody used this window for {autoLockMinutes === 1 ? 'a minute' : `${autoLockMinutes} minutes`}. Secrets
            that were shown are hidden and forgotten, fields for secrets are emptied, and the list of recent
            verifications is cleared. Filters, open files and addresses are as you left them.
          </p>
          <p className="mt-2 text-muted">
            This lock hides what stands on the screen. It does not ask who you are: lock the screen when you leave.
          </p>
          <Button variant="primary" className="mt-4" autoFocus onPress={unlock}>
            Continue
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
