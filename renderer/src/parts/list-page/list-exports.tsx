import { Download } from 'lucide-react';
import { downloadText } from '../../lib/window/download.ts';
import { Button } from '../../ui/button.tsx';

export interface ListExportsProps {
  /** Name of the files without their ending. */
  readonly name: string;
  /** Both give the rows that match the filters, in the order shown. */
  readonly csv: () => string;
  readonly json: () => string;
}

/** Saves a list as CSV or JSON. */
export function ListExports({ name, csv, json }: ListExportsProps) {
  return (
    <>
      <Button
        icon={<Download aria-hidden size={15} />}
        onPress={() => void downloadText(`${name}.csv`, csv(), 'text/csv;charset=utf-8')}
      >
        Export CSV
      </Button>
      <Button icon={<Download aria-hidden size={15} />} onPress={() => void downloadText(`${name}.json`, json())}>
        Export JSON
      </Button>
    </>
  );
}
