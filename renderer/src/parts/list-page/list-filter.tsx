import { Select, type SelectOption } from '../../ui/select.tsx';

export interface ListFilterProps<V extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<V>[];
  /** Null for all. */
  readonly value: V | null;
  readonly onChange: (value: V | undefined) => void;
  /** Of the choice that filters nothing. */
  readonly allLabel?: string;
  readonly isWide?: boolean;
}

/** Beside the field that looks through a list: one of a few values, or all. */
export function ListFilter<V extends string>(props: ListFilterProps<V>) {
  const { label, options, value, onChange, allLabel = 'All', isWide = false } = props;
  return (
    <div className={`${isWide ? 'w-40' : 'w-36'} max-w-full`}>
      <Select
        label={label}
        options={[{ value: 'all', label: allLabel }, ...options]}
        value={value ?? 'all'}
        onChange={(chosen) => onChange(options.find((known) => known.value === chosen)?.value)}
      />
    </div>
  );
}
