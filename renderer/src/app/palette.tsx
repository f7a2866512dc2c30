import { useNavigate } from '@tanstack/react-router';
import {
  FileJson,
  Import,
  Keyboard,
  type LucideIcon,
  Monitor,
  Moon,
  Printer,
  RefreshCw,
  Rows3,
  Rows4,
  Sun,
} from 'lucide-react';
import { useEffect, useState } from 'react';
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
  useFilter,
} from 'react-aria-components';
import { queryClient } from '../lib/query.ts';
import { bridge } from '../lib/shell/live-bridge.ts';
import { setPreferences } from '../lib/state/preferences.ts';
import { printPage } from '../parts/download/download.ts';
import { type Example, loadExamples } from '../parts/verification/examples.ts';
import { openInVerify } from '../parts/verification/open-in-verify.ts';
import { PAGES } from './pages.tsx';

interface Command {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onHelp: () => void;
}

/** Finds pages, actions and examples by typing. */
export function Palette({ isOpen, onOpenChange, onHelp }: PaletteProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const sections = useCommands(isOpen, onHelp);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="modal-overlay fixed inset-0 z-40 flex items-start justify-center p-2 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-xl">
        <Dialog
          aria-label="Find pages, actions and examples"
          className="flex max-h-[min(70vh,34rem)] flex-col rounded-lg border border-line bg-surface shadow-raised outline-none"
        >
          <Autocomplete filter={contains}>
            <SearchField aria-label="Find" autoFocus className="border-b border-line p-2">
              <Input
                // A search field would only be emptied by the first Escape.
                onKeyDownCapture={(event) => event.key === 'Escape' && onOpenChange(false)}
                placeholder="Page, action or example"
                className="field-frame w-full px-3 py-1.5 [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <Menu
              aria-label="Found"
              className="min-h-0 flex-1 overflow-y-auto p-1 outline-none"
              renderEmptyState={() => <div className="p-3 text-muted">Nothing has this name.</div>}
            >
              {sections.map(({ title, commands }) => (
                <MenuSection key={title} id={title} className="pb-1">
                  <Header className="px-2 pt-2 pb-1 text-12 font-semibold text-muted">{title}</Header>
                  {commands.map((command) => (
                    <MenuItem
                      key={command.id}
                      id={command.id}
                      textValue={`${command.title} ${command.detail ?? ''}`}
                      onAction={() => {
                        onOpenChange(false);
                        command.run();
                      }}
                      className="flex min-h-8 cursor-default items-center gap-2.5 rounded px-2 py-1 outline-none data-focused:bg-accent-soft data-focused:text-accent forced-colors:data-focused:bg-[Highlight] forced-colors:data-focused:text-[HighlightText]"
                    >
                      <command.icon aria-hidden size={16} className="shrink-0" />
                      <span className="shrink-0">{command.title}</span>
                      {command.detail !== undefined && (
                        <span className="min-w-0 truncate text-13 text-muted">{command.detail}</span>
                      )}
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useCommands(
  isOpen: boolean,
  onHelp: () => void,
): readonly { readonly title: string; readonly commands: readonly Command[] }[] {
  const navigate = useNavigate();
  const examples = useExamples(isOpen);
  const pages = PAGES.map(
    ({ path, title, purpose, icon }): Command => ({
      id: path,
      title,
      detail: purpose,
      icon,
      run: () => void navigate({ to: path }),
    }),
  );
  const actions: Command[] = [
    {
      id: 'import-key-set',
      title: 'Import a key set',
      icon: Import,
      run: () => void navigate({ to: '/trust', search: { import: true } }),
    },
    {
      id: 'print',
      title: bridge.capabilities.printToPdf ? 'Save this page as PDF' : 'Print this page',
      detail: 'On Verify: the report',
      icon: Printer,
      // The palette leaves the page before it is printed.
      run: () => void setTimeout(() => void printPage('touchstone.pdf'), 300),
    },
    { id: 'light', title: 'Theme: light', icon: Sun, run: () => setPreferences({ theme: 'light' }) },
    { id: 'dark', title: 'Theme: dark', icon: Moon, run: () => setPreferences({ theme: 'dark' }) },
    { id: 'system', title: 'Theme: same as system', icon: Monitor, run: () => setPreferences({ theme: 'system' }) },
    {
      id: 'comfortable',
      title: 'Density: comfortable',
      icon: Rows3,
      run: () => setPreferences({ density: 'comfortable' }),
    },
    { id: 'compact', title: 'Density: compact', icon: Rows4, run: () => setPreferences({ density: 'compact' }) },
    {
      id: 'reload',
      title: 'Ask the server again',
      detail: 'Connection and everything shown from it',
      icon: RefreshCw,
      run: () => void queryClient.invalidateQueries(),
    },
    { id: 'help', title: 'Keyboard shortcuts', icon: Keyboard, run: onHelp },
  ];
  return [
    { title: 'Pages', commands: pages },
    { title: 'Actions', commands: actions },
    {
      title: 'Examples',
      commands: examples.map((example) => ({
        id: `example:${example.file}`,
        title: example.title,
        detail: example.file,
        icon: FileJson,
        run: () => void openExample(example, () => navigate({ to: '/verify', search: {} })),
      })),
    },
  ].filter(({ commands }) => commands.length > 0);
}

/** Loaded when the palette opens first; the package holds them, so the server is not asked for anything else. */
function useExamples(isOpen: boolean): readonly Example[] {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  useEffect(() => {
    // Without them the palette still has its pages and actions.
    if (isOpen) loadExamples().then(setExamples, () => undefined);
  }, [isOpen]);
  return examples;
}

async function openExample(example: Example, goToVerify: () => Promise<void>): Promise<void> {
  const name = example.file.split('/').at(-1) ?? example.file;
  await openInVerify([{ name, file: new File([example.text], name, { type: 'application/json' }) }], goToVerify);
}
