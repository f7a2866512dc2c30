import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { type KeySort, makerText } from './key-items.ts';
import { KeyState } from './key-state.tsx';
import type { KeyItem } from './queries.ts';
import { scopesText } from './scope-words.ts';

const { columns: titles } = words.keys;

export const KEY_COLUMNS: readonly GridColumn<KeyItem, KeySort>[] = [
  {
    id: 'label',
    title: titles.label,
    width: 190,
    isVital: true,
    grows: 3,
    look: 'font-medium',
    cell: ({ label }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="apiKey" />
        <span className="min-w-0 truncate">
          {label === '' ? (
            <span className="font-normal text-muted">{words.keys.none}</span>
          ) : (
            <FileText text={label} isLine />
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    title: titles.status,
    width: 110,
    grows: 0,
    isVital: true,
    cell: ({ status }) => <KeyState status={status} />,
  },
  { id: 'scopes', title: titles.scopes, width: 124, grows: 2, cell: ({ scopes }) => scopesText(scopes) },
  { id: 'id', title: titles.id, width: 165, grows: 0, look: 'font-mono text-12', cell: ({ key_id }) => key_id },
  { id: 'maker', title: titles.maker, width: 165, grows: 0, look: 'font-mono text-12 text-muted', cell: makerText },
  {
    id: 'created',
    title: titles.created,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
  {
    id: 'expires',
    title: titles.expires,
    width: 120,
    grows: 0,
    look: 'text-muted',
    cell: ({ expires_at }) =>
      expires_at === null ? words.keys.never : <AgoText value={expires_at} now={Date.now()} />,
  },
];
