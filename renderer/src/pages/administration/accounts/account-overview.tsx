import { PLANS } from '@touchstone/core/api/plans.ts';
import { formatCount } from '../../../lib/format.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { type AccountRead, planWords } from './account-items.ts';
import { ActForProject } from './act-for.tsx';

const { columns: titles } = words.projects;
const PROJECT_COLUMNS = [
  { id: 'project', title: titles.project },
  { id: 'opened', title: titles.opened },
  { id: 'keys', title: titles.keys, align: 'end' },
  { id: 'act', title: titles.act, folded: 'corner' },
] as const;

/** What an account may do: its units, its plan, and the projects that its objects lie in. */
export function AccountOverview({ account }: { readonly account: AccountRead }) {
  const { detail, projects } = words;
  return (
    <div className="space-y-8 pt-2">
      <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
        <Units account={account} />
        <Section title={detail.details}>
          <FactList>
            <Fact name={detail.allows}>{planWords(PLANS[account.plan])}</Fact>
            <Fact name={detail.opened}>
              <TimeText value={account.created_at} />
            </Fact>
            <Fact name={detail.id}>
              <code className="text-13">{account.id}</code> <CopyText value={account.id} label={detail.idLabel} />
            </Fact>
          </FactList>
        </Section>
      </div>
      <Section title={projects.title} lead={projects.lead}>
        <Table caption={projects.caption} columns={PROJECT_COLUMNS}>
          {account.projects.map(({ id, created_at, active_keys }) => (
            <Row key={id}>
              <Cell isHeader noWrap>
                <code className="text-13">{id}</code> <CopyText value={id} label={projects.idLabel(id)} />
              </Cell>
              <Cell>
                <TimeText value={created_at} />
              </Cell>
              <Cell align="end">{formatCount(active_keys)}</Cell>
              <Cell noWrap>
                <ActForProject account={account} projectId={id} />
              </Cell>
            </Row>
          ))}
        </Table>
      </Section>
    </div>
  );
}

/** Granted = spent + left, as a bar and in numbers; where the sums do not agree, that is said. */
function Units({ account: { granted, spent, credits } }: { readonly account: AccountRead }) {
  const { units } = words;
  const share = granted === 0 ? 0 : Math.min(100, (spent / granted) * 100);
  return (
    <Section title={units.title}>
      <svg
        role="img"
        aria-label={units.share(spent, granted)}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        className="mt-2 block h-2 w-full rounded-full bg-sunken"
      >
        <rect width={share} height="8" className="fill-accent forced-colors:fill-[CanvasText]" />
      </svg>
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-2">
        <Sum name={units.spent} value={spent} />
        <Sum name={units.remaining} value={credits} />
        <Sum name={units.granted} value={granted} />
      </dl>
      {granted !== spent + credits && (
        <p className="mt-2 font-medium text-failed">
          {units.mismatch(granted, spent, credits, <code>touchstone doctor</code>)}
        </p>
      )}
    </Section>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="mt-1 font-medium">{formatCount(value)}</dd>
    </div>
  );
}
