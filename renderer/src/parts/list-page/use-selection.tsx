import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { words } from '../../words/parts/list-page.ts';
import type { Choosing } from '../grid/choice.ts';
import { MoreMenu } from '../page/more-menu.tsx';
import { exportActions } from './export-actions.tsx';
import type { ListParts } from './list-parts.ts';

export interface Selection {
  /** For the grid; undefined where its rows cannot be chosen. */
  readonly choosing: Choosing | undefined;
  /** In the place of the toolbar while rows are chosen; null where none are. */
  readonly bar: React.ReactNode;
}

/** The rows that a person chose in a list. Of those that are no longer shown nothing is done. */
export function useSelection<T>(
  shown: readonly T[],
  { idOf, names, several, exports }: Pick<ListParts<T, never>, 'idOf' | 'names' | 'several' | 'exports'>,
): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const bar = useRef<HTMLDivElement>(null);
  if (several === undefined) return { choosing: undefined, bar: null };
  const choosing = { chosen, onChange: setChosen, labels: { all: words.chooseAll(names) } };
  const items = shown.filter((item) => chosen.has(idOf(item)));
  if (items.length === 0) return { choosing, bar: null };
  const clear = () => {
    // The bar goes, and the focus with it: it is wanted in the list.
    bar.current?.parentElement?.querySelector<HTMLElement>('[role=grid]')?.focus();
    setChosen(new Set());
  };
  const [first, ...rest] = several(items);
  const { name, csv, json } = exports;
  const more = [...rest, ...exportActions({ name, csv: () => csv(items), json: () => json(items) })];
  return {
    choosing,
    bar: (
      <div ref={bar} className="screen-only flex min-h-(--control) flex-wrap items-center gap-2">
        <IconButton label={words.chooseNone} icon={<X aria-hidden size={16} />} onPress={clear} />
        <p role="status" className="font-medium">
          {words.chosen(items.length)}
        </p>
        <div className="ms-auto flex items-center gap-2">
          {first !== undefined && (
            <Button icon={first.icon} onPress={first.onAction}>
              {first.title}
            </Button>
          )}
          <MoreMenu actions={more} />
        </div>
      </div>
    ),
  };
}
