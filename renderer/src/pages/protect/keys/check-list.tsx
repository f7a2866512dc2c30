import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { ObjectName } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/protect/key-checks.ts';
import type { EnrolledKey } from './enrol-sheet.tsx';
import { ForgetSheet } from './forget-sheet.tsx';
import { enrolmentsQuery, type KeyEnrolment } from './queries.ts';
import { useKeysSearch } from './search.ts';

const { columns: titles } = words;
const COLUMNS = [
  { id: 'purpose', title: titles.purpose },
  { id: 'key', title: titles.key },
  { id: 'state', title: titles.state },
  { id: 'verifiers', title: titles.verifiers },
  { id: 'attempts', title: titles.attempts, align: 'end' },
  { id: 'enrolled', title: titles.enrolled },
  { id: 'acts', title: titles.acts, folded: 'corner' },
] as const;
const LOOKS = { enrolled: 'verified', ended: 'failed' } as const;

export interface CheckListProps {
  /** The enrolment that was made last in this window: its public key is shown nowhere else. */
  readonly made: EnrolledKey | null;
}

/** Keys that are enrolled for verification under encryption. */
export function CheckList({ made }: CheckListProps) {
  const enrolments = useQuery(enrolmentsQuery);
  const { search, setSearch, act } = useKeysSearch();
  const items = enrolments.data?.items ?? [];
  const chosen = items.find(({ enrollment_id: id }) => id === search.enrolment);
  return (
    <div className="space-y-(--gap)">
      {made !== null && <MadeEnrolment made={made} />}
      {enrolments.isPending && <p className="min-h-40 text-muted">{words.loading}</p>}
      {enrolments.error !== null && (
        <RequestError error={enrolments.error} what={words.what} onRetry={() => void enrolments.refetch()} />
      )}
      {enrolments.data !== undefined && items.length === 0 && (
        <EmptyList
          kind="key"
          title={words.empty.title}
          text={words.lead}
          verb={words.enrol.verb}
          onMake={() => act('enrol')}
        />
      )}
      {items.length > 0 && (
        <>
          <Table caption={words.caption} columns={COLUMNS}>
            {items.map((item) => (
              <EnrolmentRow key={item.enrollment_id} item={item} />
            ))}
          </Table>
          <p className="max-w-prose text-13 text-muted">{words.lead}</p>
        </>
      )}
      {chosen !== undefined && (
        <ForgetSheet
          key={chosen.enrollment_id}
          enrolment={chosen}
          onClose={() => setSearch({ enrolment: undefined })}
        />
      )}
    </div>
  );
}

function EnrolmentRow({ item }: { readonly item: KeyEnrolment }) {
  const { setSearch } = useKeysSearch();
  const { purpose, status, allowed_verifiers: verifiers } = item;
  return (
    <Row>
      <Cell isHeader>
        <ObjectName kind="key">
          <FileText text={purpose} limit={80} />
        </ObjectName>
      </Cell>
      <Cell noWrap>
        <code className="text-13">{item.key_id}</code>
      </Cell>
      <Cell noWrap>
        <StatusMark size="small" look={LOOKS[status]} label={words.states[status]} />
      </Cell>
      <Cell noWrap>{verifiers.length === 0 ? words.allVerifiers : formatCount(verifiers.length)}</Cell>
      <Cell align="end" noWrap>
        {words.ofLimit(formatCount(item.non_matches))}
      </Cell>
      <Cell noWrap>
        <AgoText value={item.enrolled_at} now={Date.now()} />
      </Cell>
      <Cell noWrap>
        <Button
          size="small"
          aria-label={words.removeOne(purpose)}
          onPress={() => setSearch({ enrolment: item.enrollment_id }, 'push')}
        >
          {words.remove}
        </Button>
      </Cell>
    </Row>
  );
}

function MadeEnrolment({ made }: { readonly made: EnrolledKey }) {
  const { enrollment_id: id } = made;
  return (
    <Section title={words.made.title}>
      <p className="max-w-prose">{words.made.text(<code className="text-13">{id}</code>)}</p>
      <Button onPress={() => void downloadText(`${id}.json`, `${JSON.stringify(made, null, 2)}\n`)}>
        {words.made.save}
      </Button>
    </Section>
  );
}
