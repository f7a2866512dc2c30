import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { words } from '../../words/parts/list-page.ts';
import { words as common } from '../../words/ui/common.ts';

/** Of an infinite query, what is needed to load the rest of it. */
export interface LoadedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<Omit<LoadedList, 'fetchNextPage'> & { readonly error: unknown } & NextPage>;
}
interface NextPage {
  readonly fetchNextPage: LoadedList['fetchNextPage'];
}

export interface ListExtentProps {
  readonly list: LoadedList;
  /** What is listed: one, and several. */
  readonly names: readonly [one: string, several: string];
  readonly loaded: number;
  /** How many of them match the filters. */
  readonly shown: number;
  /** What the keys of the grid do. */
  readonly hint: string;
}

/** How much of a list is loaded, and loading more of it: filters and exports see only what is. */
export function ListExtent({ list, names, loaded, shown, hint }: ListExtentProps) {
  const { isLoadingAll, loadAll, cancel } = useLoadAll(list);
  return (
    <div className="space-y-2">
      <p role="status" className="text-13 text-muted tabular-nums">
        {shown < loaded ? words.countOf(shown, loaded, names) : words.count(loaded, names)}{' '}
        {list.hasNextPage && `${words.notLoaded} `}
        {hint}
      </p>
      {isLoadingAll ? (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <ProgressBar label={words.loadingAll(names[1], loaded)} />
          </div>
          <Button onPress={cancel}>{common.cancel}</Button>
        </div>
      ) : (
        list.hasNextPage && (
          <div className="flex flex-wrap gap-2">
            <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              {list.isFetchingNextPage ? words.loadingMore : words.loadMore}
            </Button>
            <Button onPress={() => void loadAll()}>{words.loadAll}</Button>
          </div>
        )
      )}
    </div>
  );
}

/** Loads page after page until the end, a failure, or a person who has seen enough. */
function useLoadAll(list: LoadedList) {
  const [isLoadingAll, setLoadingAll] = useState(false);
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const loadAll = async () => {
    isWanted.current = true;
    setLoadingAll(true);
    let next = await list.fetchNextPage();
    while (isWanted.current && next.hasNextPage && next.error === null) next = await next.fetchNextPage();
    setLoadingAll(false);
  };
  const cancel = () => {
    isWanted.current = false;
  };
  return { isLoadingAll, loadAll, cancel };
}
