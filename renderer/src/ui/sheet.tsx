import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { words } from '../words/ui/common.ts';
import { IconButton } from './button.tsx';

export interface SheetProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Under the title, for example what it costs. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the foot: always in sight, however long the sheet is. */
  readonly footer?: ReactNode;
  readonly size?: 'normal' | 'wide';
}

/**
 * Slides in from the side and lies over the page, which stays where it is; Escape closes it and the focus returns. What is in
 * it goes when it closes: a draft that is to survive is kept by whoever opens the sheet.
 */
export function Sheet({ title, isOpen, onClose, note, children, footer, size = 'normal' }: SheetProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="sheet-overlay fixed inset-0 z-40 flex justify-end"
    >
      <Modal
        className={`slides-from-end h-full w-full ${size === 'wide' ? 'max-w-[46rem]' : 'max-w-[30rem]'} border-s border-line bg-page shadow-sheet`}
      >
        <Dialog className="flex h-full flex-col outline-none">
          <div className="flex items-start gap-3 border-b border-line py-3 ps-6 pe-3 max-[599px]:ps-4">
            <div className="min-w-0 flex-1 py-1">
              <Heading slot="title" level={2} className="text-16">
                {title}
              </Heading>
              {note !== undefined && <p className="text-13 text-muted">{note}</p>}
            </div>
            <IconButton label={words.close} icon={<X aria-hidden size={16} />} onPress={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5 max-[599px]:px-4">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-6 py-3 max-[599px]:px-4">
              {footer}
            </div>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
