import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { words } from '../words/ui/common.ts';
import { Button, IconButton } from './button.tsx';
import { TextField } from './text-field.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons at the end. */
  readonly footer?: ReactNode;
  readonly size?: 'normal' | 'wide';
  readonly role?: 'dialog' | 'alertdialog';
}

/** A modal dialog; Escape closes it and focus returns to where it was. */
export function Dialog({
  title,
  isOpen,
  onOpenChange,
  children,
  footer,
  size = 'normal',
  role = 'dialog',
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={role === 'dialog'}
      className="modal-overlay fixed inset-0 z-40 flex items-start justify-center overflow-y-auto p-2 sm:p-8"
    >
      <Modal className={`w-full ${size === 'wide' ? 'max-w-3xl' : 'max-w-lg'}`}>
        <AriaDialog role={role} className="rounded-lg border border-line bg-surface shadow-raised outline-none">
          <div className="flex items-center gap-2 border-b border-line py-2 ps-5 pe-2">
            <Heading slot="title" level={2} className="flex-1 text-16">
              {title}
            </Heading>
            <IconButton label={words.close} icon={<X aria-hidden size={16} />} onPress={() => onOpenChange(false)} />
          </div>
          <div className="space-y-4 p-5">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** What will happen, what breaks, and whether it can be undone. */
  readonly children: ReactNode;
  /** The person types this before the act is possible. */
  readonly typedName: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
}

/** Asks for the typed name before a destructive act. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onOpenChange, children, typedName, confirmLabel, onConfirm } = props;
  const [typed, setTyped] = useState('');
  const change = (open: boolean) => {
    if (!open) setTyped('');
    onOpenChange(open);
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onOpenChange={change}
      role="alertdialog"
      footer={
        <>
          <Button onPress={() => change(false)}>{words.cancel}</Button>
          <Button
            variant="danger"
            isDisabled={typed !== typedName}
            onPress={() => {
              change(false);
              onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label={words.typeToConfirm(<code className="font-semibold">{typedName}</code>)}
        value={typed}
        onChange={setTyped}
        isMono
      />
    </Dialog>
  );
}
