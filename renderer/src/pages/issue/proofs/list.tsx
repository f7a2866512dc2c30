import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../../lib/window/use-now.ts';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { CLAIMS } from './claims.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { type ProofItem, proofsCsv, proofsJson, proofView } from './proof-items.ts';
import { proofsQuery, refreshProofs } from './queries.ts';
import { PROOF_STATES, readSort, sortText, useProofsSearch } from './search.ts';

const { list: texts } = words;
const STATE_OPTIONS = PROOF_STATES.map((value) => ({ value, label: words.states[value] }));
const KIND_OPTIONS = CLAIMS.map(({ type }) => ({ value: type, label: claimWords.kinds[type] }));

/** The proofs of this project. New ones appear by themselves. */
export function ProofList({ onSample }: { readonly onSample: () => void }) {
  const proofs = useQuery(proofsQuery);
  return (
    <Section title={texts.title}>
      <AskedList
        asked={proofs}
        texts={texts}
        empty={
          <EmptyState title={words.empty.title} icon={<ObjectSign kind="proof" />} onSample={onSample}>
            <p>{words.empty.text}</p>
          </EmptyState>
        }
      >
        {({ items, isWhole }) => <ProofTable items={items} isWhole={isWhole} />}
      </AskedList>
    </Section>
  );
}

interface ProofTableProps {
  readonly items: readonly ProofItem[];
  readonly isWhole: boolean;
}

function ProofTable({ items, isWhole }: ProofTableProps) {
  const { search, setSearch } = useProofsSearch();
  // States follow the clock.
  const now = useNow(15_000);
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', state = null, kind = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => proofView({ text, state, kind }, sort, now), [text, state, kind, sort, now]);
  return (
    <div className="space-y-3">
      <WholeList
        label={texts.label}
        names={texts.names}
        {...{ items, view, columns, idOf, sort }}
        onSort={(changed) => setSearch({ sort: sortText(changed) })}
        onOpen={({ commitment }) => setSearch({ proof: commitment }, 'push')}
        find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
        filters={[
          listFilter({
            label: texts.columns.state,
            options: STATE_OPTIONS,
            value: state,
            onChange: (value) => setSearch({ state: value }),
            allLabel: texts.allStates,
          }),
          listFilter({
            label: texts.columns.kind,
            options: KIND_OPTIONS,
            value: kind,
            onChange: (value) => setSearch({ kind: value }),
            allLabel: texts.allKinds,
          }),
        ]}
        icons={menu}
        more={[refreshAction(refreshProofs)]}
        exports={{ name: 'proofs', csv: proofsCsv, json: proofsJson }}
        emptyText={texts.noMatch}
      >
        {isWhole ? '' : `${texts.cut} `}
        {texts.hint}
      </WholeList>
    </div>
  );
}

function idOf({ commitment }: ProofItem): string {
  return commitment;
}
