import { ClipboardPaste, FileUp, FolderOpen } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words/parts/verification.ts';
import { type Collected, fromDataTransfer, fromPicker, fromText } from './collect.ts';

/** Whether a key press or paste belongs to a field that the person is typing in. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** Why there is nothing to verify; null where there is something. */
function troubleWith({ files, leftOut }: Collected): string | null {
  if (files.length > 0) return null;
  return leftOut > 0 ? words.drop.noJson : words.drop.noFile;
}

/** While a dialog is open, what is dropped or pasted is meant for it. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** How often files were given: the two forms take turns, and only what was given last counts. */
let given = 0;

/**
 * Takes files and folders: dropped anywhere in the window, pasted, or picked. The wide form is the first thing a new
 * user sees; the small one stands under results.
 */
export function FileDrop(props: { onFiles: (collected: Collected) => void; compact?: boolean }) {
  const { onFiles, compact = false } = props;
  const [isOver, setOver] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const take = useRef(onFiles);
  take.current = onFiles;

  /** Takes files once they are found. A folder takes a while: what was given meanwhile counts in its stead. */
  const accept = useCallback(async (finding: Promise<Collected>): Promise<void> => {
    given++;
    const own = given;
    const collected = await finding.catch(() => null);
    if (own !== given) return;
    setTrouble(collected === null ? words.drop.unreadable : troubleWith(collected));
    if (collected !== null && collected.files.length > 0) take.current(collected);
  }, []);

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true || isDialogOpen()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      setOver(false);
      // Also over a dialog: the browser must not leave the page to show the file.
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (isDialogOpen()) return;
      void accept(fromDataTransfer(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (data === null || isTyping(event.target) || isDialogOpen()) return;
      if (data.files.length > 0) {
        event.preventDefault();
        void accept(fromDataTransfer(data));
        return;
      }
      const text = fromText(data.getData('text/plain'));
      if (text === null) return;
      event.preventDefault();
      void accept(Promise.resolve({ files: [text], leftOut: 0 }));
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [accept]);

  const onPicked = (input: HTMLInputElement) => {
    const picked = Array.from(input.files ?? []);
    // So that the same file can be picked again.
    input.value = '';
    void accept(fromPicker(picked));
  };

  const buttons = (
    <>
      <Button
        variant={compact ? 'secondary' : 'primary'}
        icon={<FileUp aria-hidden size={16} />}
        onPress={() => filePicker.current?.click()}
      >
        {words.drop.files}
      </Button>
      <Button
        variant="secondary"
        icon={<FolderOpen aria-hidden size={16} />}
        onPress={() => folderPicker.current?.click()}
      >
        {words.drop.folder}
      </Button>
      <input
        ref={filePicker}
        type="file"
        multiple
        hidden
        aria-label={words.drop.filesLabel}
        onChange={(event) => onPicked(event.currentTarget)}
      />
      <input
        ref={folderPicker}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        aria-label={words.drop.folderLabel}
        onChange={(event) => onPicked(event.currentTarget)}
      />
    </>
  );
  const edge = isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface';
  if (compact) {
    return (
      <section
        aria-label={words.drop.other}
        className={`rounded-md border border-dashed px-3 py-2 print:hidden ${isOver ? edge : 'border-line'}`}
      >
        <div className="flex flex-wrap items-center gap-2 text-14">
          {buttons}
          <span className="text-muted">{words.drop.orDrop}</span>
        </div>
        {trouble !== null && (
          <p role="alert" className="mt-2 text-14 text-failed">
            {trouble}
          </p>
        )}
      </section>
    );
  }
  return (
    <section
      aria-label={words.drop.open}
      className={`rounded-md border-2 border-dashed px-4 py-8 text-center print:hidden sm:py-10 ${edge}`}
      data-testid="drop-zone"
    >
      <p className="text-16 font-medium">{isOver ? words.drop.letGo : words.drop.drop}</p>
      <p className="mt-1 text-14 text-muted">{words.drop.kinds}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{buttons}</div>
      <p className="mt-4 flex items-center justify-center gap-2 text-14 text-muted">
        <ClipboardPaste aria-hidden size={16} />
        <span>{words.drop.orPaste(<kbd className="font-mono text-12">{commandKeys('V')}</kbd>)}</span>
      </p>
      {trouble !== null && (
        <p role="alert" className="mt-3 text-14 text-failed">
          {trouble}
        </p>
      )}
    </section>
  );
}
