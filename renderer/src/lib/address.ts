/**
 * What a page keeps in the address, behind its `?`: members of a schema, each of which may be absent. Nothing in an address is
 * believed: a member that does not fit is dropped, and so is what the schema does not name.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { Check } from 'typebox/value';

export type RawAddress = Readonly<Record<string, unknown>>;
export type AddressReader<A> = (raw: RawAddress) => A;
export type AddressOf<P extends TProperties> = { readonly [K in keyof P]?: Static<P[K]> | undefined };

/** What a person types or chooses, such as text to look for or an order; longer text is cut off. */
export const ADDRESS_TEXT = Type.String({ maxLength: 500 });

/** Reads the members that these schemas name. */
export function addressReader<P extends TProperties>(members: P): AddressReader<AddressOf<P>> {
  const schemas = Object.entries<TSchema>(members);
  return (raw) => {
    const read = schemas.map(([name, schema]) => [name, readMember(schema, raw[name])] as const);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as AddressOf<P>;
  };
}

function readMember(
  schema: TSchema & { readonly pattern?: unknown; readonly maxLength?: number },
  given: unknown,
): unknown {
  const { pattern, maxLength } = schema;
  let value = given;
  if (Type.IsString(schema)) {
    // The router reads digits as a number; a person may well search for 2026.
    if (typeof value === 'number') value = String(value);
    if (typeof value === 'string' && pattern === undefined) value = value.slice(0, maxLength);
  }
  return Check(schema, value) ? value : undefined;
}

/** Changes members of the address; undefined takes one away. */
export type SetAddress<A> = (changes: Partial<A>, history?: 'replace' | 'push') => void;

/**
 * The address of a page as state. Filters replace the entry in the history; opening something adds one, so that Back returns.
 *
 * @param to the page
 */
export function useAddressOf<A extends object>(
  to: string,
  read: AddressReader<A>,
): { readonly search: A; readonly setSearch: SetAddress<A> } {
  const raw: RawAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = useCallback<SetAddress<A>>(
    (changes, history = 'replace') =>
      void navigate({
        to,
        search: (before: RawAddress) => ({ ...read(before), ...changes }),
        replace: history === 'replace',
      }),
    [navigate, to, read],
  );
  return { search: useMemo(() => read(raw), [raw, read]), setSearch };
}
