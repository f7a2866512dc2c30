import type { ReactNode } from 'react';
import { FindField } from './find-field.tsx';
import { ListExports } from './list-exports.tsx';
import { type ListView, orderList } from './list-order.ts';

export interface ListToolsProps<T> {
  readonly items: readonly T[];
  readonly view: ListView<T>;
  readonly find: {
    readonly label: string;
    readonly text: string;
    /** Undefined where nothing is looked for. */
    readonly onChange: (text: string | undefined) => void;
  };
  /** Beside the field. */
  readonly filters?: ReactNode;
  /** Exports hold what matches, in the order that is shown. */
  readonly exports: {
    readonly name: string;
    readonly csv: (items: readonly T[]) => string;
    readonly json: (items: readonly T[]) => string;
  };
  /** After the exports. */
  readonly acts?: ReactNode;
}

/** Above the table of a list: looking through it, filters, exports where there is something to export. */
export function ListTools<T>({ items, view, find, filters, exports, acts }: ListToolsProps<T>) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-56">
        <FindField
          label={find.label}
          text={find.text}
          onChange={(text) => find.onChange(text === '' ? undefined : text)}
        />
      </div>
      {filters}
      {items.length > 0 && (
        <ListExports
          name={exports.name}
          csv={() => exports.csv(orderList(items, view))}
          json={() => exports.json(orderList(items, view))}
        />
      )}
      {acts}
    </div>
  );
}
