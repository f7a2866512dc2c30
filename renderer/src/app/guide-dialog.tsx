import { lazy, Suspense } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { words } from '../words/app/frame.ts';

/** With the page, whose code is loaded early: a dialog opens with the server stopped. */
const GuideExcerpt = lazy(async () => ({
  default: (await import('../pages/administration/help/page.tsx')).GuideExcerpt,
}));

export interface GuideDialogProps {
  /** The part that is shown; null while the dialog is closed. */
  readonly place: string | null;
  readonly onClose: () => void;
}

/** A part of the guides above a sheet, which keeps what was entered. */
export function GuideDialog({ place, onClose }: GuideDialogProps) {
  return (
    <Dialog title={words.guide} isOpen={place !== null} onOpenChange={onClose} size="wide">
      <Suspense fallback={null}>{place !== null && <GuideExcerpt place={place} />}</Suspense>
    </Dialog>
  );
}
