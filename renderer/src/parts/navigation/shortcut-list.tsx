import { ALT_KEY } from '../../lib/text/platform-keys.ts';
import { PAGE_NAMES } from './page-names.ts';

const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Ctrl or ⌘', 'K'], does: 'Find pages, actions and examples' },
  { keys: ['?'], does: 'Show these shortcuts' },
  ...PAGE_NAMES.map(({ letters, title }) => ({ keys: ['g', ...letters], does: `Go to ${title}` })),
  { keys: [ALT_KEY, 'F1'], does: 'Show the picture as text' },
  { keys: ['Esc'], does: 'Close a dialog, menu or panel' },
  { keys: ['Tab'], does: 'Go to the next control; with Shift to the one before' },
];

export function ShortcutList() {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
      {SHORTCUTS.map(({ keys, does }) => (
        <div key={does} className="contents">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="rounded border border-line-strong bg-sunken px-1.5 text-13">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
