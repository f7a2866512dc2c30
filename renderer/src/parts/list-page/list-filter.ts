/** A filter of a list: one of a few values of something, or all of them. */
export interface ListFilter {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Null for all. */
  readonly value: string | null;
  /** Undefined for all, which needs no place in the address. */
  readonly onChange: (value: string | undefined) => void;
  /** Of the choice that filters nothing. */
  readonly allLabel?: string;
}

export interface TypedFilter<V extends string> extends Omit<ListFilter, 'options' | 'value' | 'onChange'> {
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V | null;
  readonly onChange: (value: V | undefined) => void;
}

/** A filter whose values are known to the compiler. */
export function listFilter<V extends string>({ onChange, ...filter }: TypedFilter<V>): ListFilter {
  return { ...filter, onChange: (chosen) => onChange(filter.options.find(({ value }) => value === chosen)?.value) };
}
