import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useOnLock } from '../parts/lock/use-auto-lock.ts';
import { ObjectTile } from '../parts/objects/object-tile.tsx';
import { FileText } from '../ui/file-text.tsx';
import { words } from '../words/app/palette.ts';
import type { Entry } from './find/entry.ts';
import { type FoundObjects, useFound } from './find/use-found.ts';
import { useSections } from './find/use-sections.ts';

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onHelp: () => void;
}

/** Finds pages, objects and actions by typing. */
export function Palette({ isOpen, onOpenChange, onHelp }: PaletteProps) {
  // What is found names secrets.
  useOnLock(() => onOpenChange(false));
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="modal-overlay fixed inset-0 z-40 flex items-start justify-center p-2 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-xl">
        <Dialog
          aria-label={words.label}
          className="flex max-h-[min(70vh,34rem)] flex-col rounded-lg border border-line bg-surface shadow-raised outline-none"
        >
          <Finder onClose={() => onOpenChange(false)} onHelp={onHelp} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface FinderProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Begins anew at each opening. */
function Finder({ onClose, onHelp }: FinderProps) {
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const sections = useSections({ typed, found, onHelp });
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField aria-label={words.field} autoFocus className="border-b border-line p-2">
        <Input
          // A search field would only be emptied by the first Escape.
          onKeyDownCapture={(event) => event.key === 'Escape' && onClose()}
          placeholder={words.hint}
          className="field-frame w-full px-3 py-1.5 [&::-webkit-search-cancel-button]:hidden"
        />
      </SearchField>
      <Menu
        aria-label={words.found}
        className="min-h-0 flex-1 overflow-y-auto p-1 outline-none"
        renderEmptyState={() => <div className="p-3 text-muted">{nothingWords(found)}</div>}
      >
        {sections.map(({ id, title, entries }) => (
          <MenuSection key={id} id={id} className="pb-1">
            <Header className="px-2 pt-2 pb-1 text-12 font-semibold text-muted">{title}</Header>
            {entries.map((entry) => (
              <EntryItem
                key={entry.id}
                entry={entry}
                onAction={() => {
                  onClose();
                  entry.run();
                }}
              />
            ))}
          </MenuSection>
        ))}
      </Menu>
      <p role="status" className="px-3 text-12 text-muted not-empty:border-t not-empty:border-line not-empty:py-1.5">
        {sections.length > 0 && noteWords(found)}
      </p>
    </Autocomplete>
  );
}

function EntryItem({ entry, onAction }: { readonly entry: Entry; readonly onAction: () => void }) {
  const { id, title, detail, sign } = entry;
  return (
    <MenuItem
      id={id}
      textValue={detail === undefined ? title : `${title} ${detail}`}
      onAction={onAction}
      className="flex min-h-8 cursor-default items-center gap-2.5 rounded px-2 py-1 outline-none data-focused:bg-accent-soft data-focused:text-accent forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText]"
    >
      {'object' in sign ? (
        <ObjectTile kind={sign.object} />
      ) : (
        <span className="inline-flex size-6 shrink-0 items-center justify-center">
          <sign.icon aria-hidden size={16} />
        </span>
      )}
      <span className="max-w-[70%] shrink-0 truncate">
        <FileText text={title} isLine limit={Number.POSITIVE_INFINITY} />
      </span>
      {detail !== undefined && <span className="min-w-0 truncate text-13 text-muted">{detail}</span>}
    </MenuItem>
  );
}

/** What stands where nothing is offered. */
function nothingWords({ state }: FoundObjects): string {
  if (state === 'asking') return words.asking;
  if (state === 'failed') return words.failed;
  return state === 'unasked' ? words.tooShort : words.nothing;
}

/** What stands below what is offered; what goes on for a moment is not said to those who hear it. */
function noteWords({ state, hasMore }: FoundObjects): string {
  if (state === 'failed') return words.failed;
  return hasMore ? words.more : '';
}
