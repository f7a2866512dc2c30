import { Download } from 'lucide-react';
import type { MenuAction } from '../../ui/menu.tsx';
import { words } from '../../words/parts/list-page.ts';
import { downloadText } from '../download/download.ts';

export interface ListExports {
  /** Name of the files without their ending. */
  readonly name: string;
  /** Both give the rows that match the filters, in the order shown. */
  readonly csv: () => string;
  readonly json: () => string;
}

/** Saves a list as CSV or JSON: two verbs for the "More" of its toolbar. */
export function exportActions({ name, csv, json }: ListExports): readonly MenuAction[] {
  const icon = <Download aria-hidden size={15} />;
  return [
    {
      id: 'csv',
      title: words.exportCsv,
      icon,
      onAction: () => void downloadText(`${name}.csv`, csv(), 'text/csv;charset=utf-8'),
    },
    { id: 'json', title: words.exportJson, icon, onAction: () => void downloadText(`${name}.json`, json()) },
  ];
}
