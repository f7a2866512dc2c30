import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What the Verify page keeps in the address: filters of the list and the file that is open. */
export interface VerifySearch {
  readonly outcome?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  /** Row number of the opened file. */
  readonly file?: number | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readVerifySearch(search: Readonly<Record<string, unknown>>): VerifySearch {
  const { outcome, q, sort, file } = search;
  return {
    ...(typeof outcome === 'string' ? { outcome } : {}),
    // The router reads digits as a number; a person may well search for 2026.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(typeof file === 'number' && Number.isInteger(file) && file >= 0 ? { file } : {}),
  };
}

/** The address as state. Filters replace the entry in the history; opening a file adds one, so that Back returns to the list. */
export function useVerifySearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = readVerifySearch(raw);
  const setSearch = useCallback(
    (changes: VerifySearch, history: 'replace' | 'push' = 'replace') => {
      void navigate({
        to: '.',
        search: (before: Readonly<Record<string, unknown>>) => ({ ...readVerifySearch(before), ...changes }),
        replace: history === 'replace',
      });
    },
    [navigate],
  );
  return { search, setSearch };
}
