import { ALT_KEY, commandKeys } from '../../lib/text/platform-keys.ts';
import { words } from '../../words/parts/shortcuts.ts';
import { PAGE_NAMES } from './page-names.ts';

const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: [commandKeys('K')], does: words.find },
  { keys: ['F1'], does: words.help },
  { keys: ['?'], does: words.show },
  ...PAGE_NAMES.map(({ letters, title }) => ({ keys: ['g', ...letters], does: words.go(title) })),
  { keys: [ALT_KEY, 'F1'], does: words.asText },
  { keys: ['Esc'], does: words.close },
  { keys: ['Tab'], does: words.next },
  { keys: ['Shift', 'Tab'], does: words.previous },
];

export function ShortcutList() {
  return (
    <dl className="columns-[17rem] gap-x-8">
      {SHORTCUTS.map(({ keys, does }) => (
        <div key={does} className="grid grid-cols-[6rem_1fr] items-center gap-x-3 break-inside-avoid py-0.75">
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
