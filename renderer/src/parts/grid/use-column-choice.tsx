import { type ReactNode, useMemo, useState } from 'react';
import { consoleState } from '../../lib/state/live-state.ts';
import { ColumnMenu } from './column-menu.tsx';

export interface ColumnChoice<K extends string> {
  /** Under which the console keeps the choice. */
  readonly name: Parameters<typeof consoleState.getItem>[0];
  /** Without these a row says nothing: they cannot be switched off. */
  readonly fixed: readonly K[];
  /** The columns where nothing has been chosen. */
  readonly usual: readonly K[];
}

/** The columns that a person wants to see, kept by the console, and the menu to choose them. */
export function useColumnChoice<K extends string, C extends { readonly id: K; readonly title: string }>(
  columns: readonly C[],
  { name, fixed, usual }: ColumnChoice<K>,
): { readonly chosen: readonly C[]; readonly menu: ReactNode } {
  const [wanted, setWanted] = useState<readonly string[]>(() => consoleState.getItem(name)?.split(',') ?? usual);
  const chosen = useMemo(
    () => columns.filter(({ id }) => fixed.includes(id) || wanted.includes(id)),
    [columns, fixed, wanted],
  );
  const choose = (ids: readonly K[]) => {
    setWanted(ids);
    consoleState.setItem(name, ids.join(','));
  };
  const ids = chosen.map(({ id }) => id);
  return { chosen, menu: <ColumnMenu columns={columns} chosen={ids} fixed={fixed} onChange={choose} /> };
}
