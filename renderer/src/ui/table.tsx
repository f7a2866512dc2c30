import type { ReactNode } from 'react';

export interface TableProps {
  /** What the table lists; the name of the scrolling region and the table's caption. */
  readonly caption: string;
  readonly columns: readonly { readonly id: string; readonly title: string; readonly align?: 'start' | 'end' }[];
  /** `Row`s. */
  readonly children: ReactNode;
}

/** A plain table in a frame that scrolls sideways by itself, so that the page never does. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto border-y border-line">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`border-b border-line px-3 py-2 text-12 font-medium whitespace-nowrap text-muted ${column.align === 'end' ? 'text-end' : 'text-start'}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0">{children}</tbody>
      </table>
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <tr className="hover:bg-sunken">{children}</tr>;
}

export interface CellProps {
  readonly children: ReactNode;
  /** The cell that names its row. */
  readonly isHeader?: boolean;
  readonly align?: 'start' | 'end';
  readonly noWrap?: boolean;
}

export function Cell({ children, isHeader = false, align = 'start', noWrap = false }: CellProps) {
  const look = `border-b border-line px-3 py-(--cell) align-baseline ${align === 'end' ? 'text-end tabular-nums' : 'text-start'} ${noWrap ? 'whitespace-nowrap' : 'min-w-36'}`;
  return isHeader ? (
    <th scope="row" className={`${look} font-medium`}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  );
}
