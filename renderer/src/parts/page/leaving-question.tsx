import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { words } from '../../words/parts/page.ts';

interface LeavingQuestionProps {
  readonly isOpen: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Whether to go on and lose what is kept nowhere else. */
export function LeavingQuestion({ isOpen, onStay, onLeave }: LeavingQuestionProps) {
  const { title, text, stay, leave } = words.leaving;
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={isOpen}
      onOpenChange={onStay}
      footer={
        <>
          <Button onPress={onStay}>{stay}</Button>
          <Button variant="danger" onPress={onLeave}>
            {leave}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

const leadsAway: ShouldBlockFn = ({ current, next }) => next.pathname !== current.pathname;

/**
 * Has the person asked before another page takes the place of one that holds something: by a link, or by a file that the desktop
 * opens. The window asks by itself before it goes (lib/window/unsaved.ts).
 */
export function HeldPage({ isHeld }: { readonly isHeld: boolean }) {
  const { status, reset, proceed } = useBlocker({
    shouldBlockFn: leadsAway,
    enableBeforeUnload: false,
    disabled: !isHeld,
    withResolver: true,
  });
  return <LeavingQuestion isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />;
}
