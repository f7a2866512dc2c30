import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { stateOf, type UserColumn, type UserItem, type UserState } from './user-items.ts';

const { columns: titles, states } = words.list;
const LOOKS = { open: 'verified', locked: 'pending' } as const;

export function UserStateMark({ state }: { readonly state: UserState }) {
  return <StatusMark size="small" look={LOOKS[state]} label={states[state]} />;
}

export const COLUMNS: readonly GridColumn<UserItem, UserColumn>[] = [
  {
    id: 'user',
    title: titles.user,
    width: 240,
    grows: 2,
    isVital: true,
    look: 'font-medium',
    cell: ({ user_id }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="person" />
        <span className="min-w-0 truncate">
          <FileText text={user_id} isLine />
        </span>
      </span>
    ),
  },
  {
    id: 'modalities',
    title: titles.modalities,
    width: 220,
    grows: 1,
    look: 'text-muted',
    cell: ({ modalities }) => modalities.map((modality) => words.modalities[modality]).join(', '),
  },
  {
    id: 'state',
    title: titles.state,
    width: 160,
    grows: 0,
    isVital: true,
    cell: (item) => <UserStateMark state={stateOf(item)} />,
  },
  {
    id: 'enrolled',
    title: titles.enrolled,
    width: 140,
    grows: 0,
    look: 'text-muted',
    cell: ({ enrolled_at }) => <AgoText value={enrolled_at} now={Date.now()} />,
  },
];
