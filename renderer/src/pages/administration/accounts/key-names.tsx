import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { KeyItem } from './queries.ts';

/** Keys by id and label, in a box of their own that scrolls. */
export function KeyNames({ items }: { readonly items: readonly KeyItem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard.
    <ul tabIndex={0} aria-label={words.key.belowList} className="max-h-40 overflow-y-auto border-y border-line py-1">
      {items.map(({ key_id, label }) => (
        <li key={key_id} className="py-1 text-13">
          <code>{key_id}</code> {label !== '' && <FileText text={label} isLine />}
        </li>
      ))}
    </ul>
  );
}
