import { type ReactNode, useMemo } from 'react';
import { useKeptText } from '../../lib/state/use-kept-text.ts';
import { ColumnMenu } from './column-menu.tsx';

export interface ColumnChoice<K extends string> {
  /** Under which the console keeps the choice. */
  readonly name: Parameters<typeof useKeptText>[0];
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
  const [kept, keep] = useKeptText(name);
  const chosen = useMemo(() => {
    const wanted: readonly string[] = kept?.split(',') ?? usual;
    return columns.filter(({ id }) => fixed.includes(id) || wanted.includes(id));
  }, [columns, fixed, usual, kept]);
  const ids = chosen.map(({ id }) => id);
  const menu = (
    <ColumnMenu columns={columns} chosen={ids} fixed={fixed} onChange={(wanted) => keep(wanted.join(','))} />
  );
  return { chosen, menu };
}
