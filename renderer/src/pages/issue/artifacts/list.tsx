import { useInfiniteQuery } from '@tanstack/react-query';
import { CATEGORIES } from '@touchstone/core/artifact/artifact.ts';
import { useMemo } from 'react';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/issue/artifacts.ts';
import { words as newWords } from '../../../words/issue/new-artifact.ts';
import { type ArtifactItem, artifactsCsv, artifactsJson, artifactView } from './artifact-items.ts';
import { COLUMNS } from './columns.tsx';
import { artifactsQuery } from './queries.ts';
import { readSort, SIGNING_STATES, sortText, useArtifactsSearch } from './search.ts';
import { useVerifySeveral } from './verify-several.tsx';

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: words.categories[value] }));
const SIGNING_OPTIONS = SIGNING_STATES.map((value) => ({ value, label: words.signing[value] }));

export interface ArtifactListProps {
  readonly onNew: () => void;
  readonly onSample: () => void;
}

/** The library: the artifacts of this project. */
export function ArtifactList({ onNew, onSample }: ArtifactListProps) {
  const list = useInfiniteQuery(artifactsQuery);
  const { search, setSearch } = useArtifactsSearch();
  const copy = useCopy();
  const { q: text = '', category = null, signing = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => artifactView({ text, category, signing }, sort), [text, category, signing, sort]);
  const { list: texts, empty } = words;
  return (
    <PagedList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      what={texts.what}
      {...{ list, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ artifact_id }) => setSearch({ id: artifact_id }, 'push')}
      onCopy={({ artifact_id }) => void copy(artifact_id, texts.copied(artifact_id))}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.columns.category,
          options: CATEGORY_OPTIONS,
          value: category,
          onChange: (value) => setSearch({ category: value }),
        }),
        listFilter({
          label: texts.columns.signatures,
          options: SIGNING_OPTIONS,
          value: signing,
          onChange: (value) => setSearch({ signing: value }),
        }),
      ]}
      more={[refreshAction(() => list.refetch())]}
      several={useVerifySeveral()}
      exports={{ name: 'artifacts', csv: artifactsCsv, json: artifactsJson }}
      empty={
        <EmptyList
          kind="artifact"
          title={empty.title}
          text={empty.text}
          verb={newWords.verb}
          onMake={onNew}
          onSample={onSample}
        />
      }
      emptyText={list.hasNextPage ? texts.noLoadedMatch : texts.noMatch}
      hint={texts.hint}
    />
  );
}

function idOf({ artifact_id }: ArtifactItem): string {
  return artifact_id;
}
