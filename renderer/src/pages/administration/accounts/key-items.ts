/** The API keys of an account: what is looked through, how they are ordered, how they are exported. */

import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { isPlainLine } from '../../../ui/suspect-drawing.ts';
import { words } from '../../../words/administration/accounts.ts';
import type { KeyItem } from './queries.ts';
import { scopesText } from './scope-words.ts';

export const KEY_SORTS = ['label', 'id', 'maker', 'status', 'scopes', 'created', 'expires'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

const SORT_VALUES: Readonly<Record<KeySort, (item: KeyItem) => string>> = {
  label: ({ label }) => label.toLowerCase(),
  id: ({ key_id }) => key_id,
  maker: makerText,
  status: ({ status }) => status,
  scopes: ({ scopes }) => scopesText(scopes),
  created: ({ created_at }) => created_at,
  // Keys that never expire come after all that do.
  expires: ({ expires_at }) => expires_at ?? '~',
};

/** Whether a key opens anything. */
export function isWorking({ status }: Pick<KeyItem, 'status'>): boolean {
  return status === 'active' || status === 'rotated';
}

/** Who made a key, for a cell. */
export function makerText({ created_by }: Pick<KeyItem, 'created_by'>): string {
  return created_by ?? words.keys.noMaker;
}

/** `working` where the address says nothing. */
export type KeyShow = 'working' | 'all';

export function keyView(text: string, show: KeyShow, by: KeySort, descending: boolean): ListView<KeyItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (show === 'all' || isWorking(item)) &&
      (needle === '' ||
        item.key_id.includes(needle) ||
        item.label.toLowerCase().includes(needle) ||
        item.project_id.includes(needle) ||
        makerText(item).includes(needle) ||
        scopesText(item.scopes).includes(needle)),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

/** What is typed to confirm something about a key: its label where that can be typed, else its id. */
export function typedNameOf({ key_id, label }: Pick<KeyItem, 'key_id' | 'label'>): string {
  return label !== '' && label === label.trim() && isPlainLine(label) ? label : key_id;
}

export function keysCsv(items: readonly KeyItem[]): string {
  return csvText(items, [
    ['key_id', ({ key_id }) => key_id],
    ['label', ({ label }) => label],
    ['project_id', ({ project_id }) => project_id],
    ['scopes', ({ scopes }) => (scopes === '*' ? '*' : scopes.join(' '))],
    ['status', ({ status }) => status],
    ['created_at_utc', ({ created_at }) => created_at],
    ['expires_at_utc', ({ expires_at }) => expires_at ?? ''],
    ['revoked_at_utc', ({ revoked_at }) => revoked_at ?? ''],
    ['rotated_to', ({ rotated_to }) => rotated_to ?? ''],
    ['created_by', ({ created_by }) => created_by ?? ''],
  ]);
}
