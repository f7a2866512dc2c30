import { Children, createContext, type ReactNode, use } from 'react';

export interface TableColumn {
  readonly id: string;
  readonly title: string;
  readonly align?: 'start' | 'end';
  /** Where the table is folded: the row's verb stands in its corner, and what can be done without is left out. */
  readonly folded?: 'corner' | 'hidden';
}

export interface TableProps {
  /** What the table lists; the name of the scrolling region and the table's caption. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** `Row`s. */
  readonly children: ReactNode;
}

const Columns = createContext<readonly TableColumn[]>([]);
/** Of the cell that is drawn. */
const Column = createContext<TableColumn | undefined>(undefined);

/** The line of the tabs is the first line of a table right below them. */
const UNDER_TABS =
  '[[role=tabpanel]>&:first-child]:-mt-3 [[role=tabpanel]>&:first-child]:border-t-0 [[role=tabpanel]>:first-child>&:first-child]:-mt-3 [[role=tabpanel]>:first-child>&:first-child]:border-t-0';

/** Fewer columns than this fit into any window. */
const FOLDS_FROM = 3;

/**
 * A plain table in a frame that scrolls sideways by itself, so that the page never does. Where the frame is narrow the rows
 * fold (`folded` in app.css): the cell that names a row stands first, and the others below it, each behind its column's title.
 */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={`overflow-x-auto border-y border-line ${UNDER_TABS} ${columns.length < FOLDS_FROM ? '' : '[container:folding/inline-size]'}`}
    >
      <table className="w-full border-collapse text-start folded:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="folded:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`border-b border-line px-2 py-2 text-12 font-medium whitespace-nowrap text-muted ${column.align === 'end' ? 'text-end' : 'text-start'}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="folded:block [&>tr:last-child]:border-b-0 [&>tr:last-child>*]:border-b-0">
          <Columns value={columns}>{children}</Columns>
        </tbody>
      </table>
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  const columns = use(Columns);
  return (
    <tr className="hover:bg-sunken folded:grid folded:grid-cols-[minmax(0,1fr)_auto] folded:gap-x-3 folded:border-b folded:border-line folded:px-1 folded:py-2">
      {/* Without those that are left out, as their columns are. */}
      {Children.toArray(children).map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <Column key={index} value={columns[index]}>
          {cell}
        </Column>
      ))}
    </tr>
  );
}

export interface CellProps {
  readonly children: ReactNode;
  /** The cell that names its row. */
  readonly isHeader?: boolean;
  readonly align?: 'start' | 'end';
  readonly noWrap?: boolean;
}

const FOLDED_CELL =
  'folded:block folded:empty:hidden folded:min-w-0 folded:border-0 folded:px-0 folded:py-0.5 folded:text-start';
const FOLDED_PLACES = {
  corner: 'folded:col-start-2 folded:row-start-1',
  hidden: 'folded:hidden',
  first: 'folded:col-start-1 folded:row-start-1',
  below: 'folded:col-span-full',
} as const;
/** The title stands before the value: for the eye alone, the column's head says it too. */
const FOLDED_TITLE =
  "folded:relative folded:ps-28 folded:whitespace-normal folded:before:absolute folded:before:start-0 folded:before:top-1 folded:before:w-26 folded:before:text-12 folded:before:font-normal folded:before:text-muted folded:before:content-[attr(data-title)_/_'']";

export function Cell({ children, isHeader = false, align = 'start', noWrap = false }: CellProps) {
  const column = use(Column);
  const place = column?.folded ?? (isHeader ? 'first' : 'below');
  // A number says nothing without the title of its column.
  const hasTitle = place === 'below' || (place === 'first' && align === 'end');
  const look = `border-b border-line px-2 py-(--cell) align-baseline ${align === 'end' ? 'text-end tabular-nums' : 'text-start'} ${noWrap ? 'whitespace-nowrap' : 'min-w-36'} ${FOLDED_CELL} ${FOLDED_PLACES[place]} ${hasTitle ? FOLDED_TITLE : ''}`;
  const title = column?.title;
  return isHeader ? (
    <th scope="row" data-title={title} className={`${look} font-medium`}>
      {children}
    </th>
  ) : (
    <td data-title={title} className={look}>
      {children}
    </td>
  );
}
