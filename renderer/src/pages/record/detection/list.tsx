import { SEVERITIES } from '@touchstone/core/detection/finding.ts';
import { useMemo } from 'react';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { words } from '../../../words/record/detection.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { type FindingItem, findingItems, findingsCsv, findingsJson, findingView } from './finding-items.ts';
import { useResults } from './results.ts';
import { KINDS, readSort, sortText, useDetectionSearch } from './search.ts';

const { list: texts } = words;
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: words.severities[value] }));
const KIND_OPTIONS = KINDS.map((value) => ({ value, label: words.kinds[value] }));

/** The findings of all results of this window, the gravest first. */
export function FindingList() {
  const { search, setSearch } = useDetectionSearch();
  const results = useResults();
  const items = useMemo(() => findingItems(results), [results]);
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', severity = null, kind = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => findingView({ text, severity, kind }, sort), [text, severity, kind, sort]);
  return (
    <WholeList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ result }) => setSearch({ result }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.severity,
          options: SEVERITY_OPTIONS,
          value: severity,
          onChange: (value) => setSearch({ severity: value }),
          allLabel: texts.allSeverities,
        }),
        listFilter({
          label: words.list.kind,
          options: KIND_OPTIONS,
          value: kind,
          onChange: (value) => setSearch({ kind: value }),
          allLabel: texts.allKinds,
        }),
      ]}
      icons={menu}
      exports={{ name: 'findings', csv: findingsCsv, json: findingsJson }}
      emptyText={texts.noMatch}
    >
      {texts.hint}
    </WholeList>
  );
}

function idOf({ id }: FindingItem): string {
  return id;
}
