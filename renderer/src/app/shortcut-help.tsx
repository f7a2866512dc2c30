import { Dialog } from '../ui/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

export interface ShortcutHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function ShortcutHelp({ isOpen, onOpenChange }: ShortcutHelpProps) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onOpenChange={onOpenChange}>
      <ShortcutList />
    </Dialog>
  );
}
