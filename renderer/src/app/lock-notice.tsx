import { EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useConnection } from '../lib/session/connection.ts';
import { usePreferences } from '../lib/state/preferences.ts';
import { recentlyOpened } from '../lib/state/recently-opened.ts';
import { unlock, useAutoLockWatch, useIsLocked, useOnLock } from '../parts/lock/use-auto-lock.ts';
import { recentVerifications } from '../parts/verification/live-recent.ts';
import { Button } from '../ui/button.tsx';
import { words } from '../words/app/lock.ts';
import { leave, useCanSignOut } from './sign-out.tsx';

/** Covers the page when nobody has touched the window for a while, says what was taken away, and leads back. */
export function LockNotice() {
  useAutoLockWatch();
  const { lock } = useConnection();
  useOnLock((reason) => {
    // Names of files and secrets may tell a passer-by more than a person wants; a look at another tab is no passer-by.
    if (reason === 'idle') {
      recentVerifications.clear();
      recentlyOpened.clear();
    }
    // Where a passphrase opens the next session, this one ends.
    if (reason === 'idle' && lock !== null) void leave();
  });
  const { autoLockMinutes } = usePreferences();
  const canSignOut = useCanSignOut();
  return (
    <ModalOverlay
      isOpen={useIsLocked()}
      isKeyboardDismissDisabled
      className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto bg-page p-2 sm:p-8"
    >
      <Modal className="w-full max-w-lg">
        <Dialog role="alertdialog" className="rounded-md border border-line-strong bg-surface p-4 outline-none">
          <Heading slot="title" level={2} className="flex items-center gap-2 text-16">
            <EyeOff aria-hidden size={18} /> {words.hidden.title}
          </Heading>
          <p className="mt-2">{words.hidden.text(autoLockMinutes)}</p>
          <p className="mt-2 text-muted">{words.hidden.warning}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <ContinueButton />
            {canSignOut && <Button onPress={leave}>{words.hidden.signOut}</Button>}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Has the focus: the page under the notice is drawn anew when it locks, and what had the focus there may take it along. */
function ContinueButton() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const isInside = place.current?.closest('[role=alertdialog]')?.contains(document.activeElement) ?? true;
      if (!isInside) place.current?.querySelector('button')?.focus();
    }, REDRAWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span ref={place} className="contents">
      <Button variant="primary" autoFocus onPress={unlock}>
        {words.hidden.go}
      </Button>
    </span>
  );
}

/** The page has been drawn anew by then. */
const REDRAWN_MS = 100;
