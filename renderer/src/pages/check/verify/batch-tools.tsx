/**
 * What stands around the table of many files and does not change while they are verified: drawn anew only when a person
 * changes the view, not at every look at a running batch.
 */
import { Download } from 'lucide-react';
import { memo } from 'react';
import { downloadText } from '../../../parts/download/download.ts';
import { ColumnMenu } from '../../../parts/grid/column-menu.tsx';
import { FindField } from '../../../parts/list-page/find-field.tsx';
import type { Row, SortKey, View } from '../../../parts/verification/batch.ts';
import { toCsv, toJsonParts } from '../../../parts/verification/batch-export.ts';
import { COLUMN_ORDER, FIXED_COLUMNS } from '../../../parts/verification/column-choice.ts';
import { viewOf } from '../../../parts/verification/row-order.ts';
import { Button } from '../../../ui/button.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { words } from '../../../words/check/verify.ts';
import { words as listWords } from '../../../words/parts/list-page.ts';
import { words as common } from '../../../words/ui/common.ts';
import { columnsOf } from './batch-columns.ts';

const ALL_COLUMNS = columnsOf(COLUMN_ORDER);

export const CancelButton = memo(function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  return <Button onPress={onCancel}>{common.cancel}</Button>;
});

/** The exports of the rows as they are when a person asks for them. */
export function exportVerbs(view: View, newestRows: () => readonly Row[]): readonly MenuAction[] {
  const icon = <Download aria-hidden size={15} />;
  return [
    {
      id: 'csv',
      title: listWords.exportCsv,
      icon,
      onAction: () => downloadText('verification.csv', toCsv(viewOf(newestRows(), view)), 'text/csv;charset=utf-8'),
    },
    {
      id: 'json',
      title: listWords.exportJson,
      icon,
      onAction: () => {
        const rows = newestRows();
        downloadText('verification.json', toJsonParts(viewOf(rows, view), rows.length).join(''));
      },
    },
  ];
}

interface FindAndColumnsProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly columns: readonly SortKey[];
  readonly onColumns: (chosen: readonly SortKey[]) => void;
}

export const FindAndColumns = memo(function FindAndColumns(props: FindAndColumnsProps) {
  const { text, onText, columns, onColumns } = props;
  return (
    <div className="ms-auto flex w-full items-end gap-2 sm:w-64">
      <div className="min-w-0 flex-1">
        <FindField label={words.batch.find} text={text} onChange={onText} />
      </div>
      <ColumnMenu columns={ALL_COLUMNS} chosen={columns} fixed={FIXED_COLUMNS} onChange={onColumns} />
    </div>
  );
});
