import { ShortcutList } from '../parts/navigation/shortcut-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { words } from '../words/app/frame.ts';

export interface ShortcutHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function ShortcutHelp({ isOpen, onOpenChange }: ShortcutHelpProps) {
  return (
    <Dialog title={words.shortcuts} isOpen={isOpen} onOpenChange={onOpenChange} size="wide">
      <ShortcutList />
    </Dialog>
  );
}
