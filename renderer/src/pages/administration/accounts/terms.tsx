import { formatCount } from '../../../lib/format.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { AccountRead } from './account-items.ts';
import { AccountStatusChange } from './account-status.tsx';
import { ActForProject } from './act-for.tsx';
import { TermsForm } from './terms-form.tsx';

const PROJECT_COLUMNS = [
  { id: 'project', title: 'Project' },
  { id: 'opened', title: 'Opened' },
  { id: 'keys', title: 'Keys in use', align: 'end' },
  { id: 'act', title: 'Act for it' },
] as const;

/** What an account may do: plan and units, status, and the projects that its objects lie in. */
export function Terms({ account }: { readonly account: AccountRead }) {
  return (
    <div className="space-y-(--gap)">
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <Panel title="Plan and units">
          <UnitSums account={account} />
          {/* What was changed elsewhere meanwhile begins a new form. */}
          <TermsForm key={`${account.plan} ${account.credits}`} account={account} />
        </Panel>
        <Panel title="Account">
          <FactList>
            <Fact name="Id">
              <code>{account.id}</code> <CopyText value={account.id} label="account id" />
            </Fact>
            <Fact name="Opened">
              <TimeText value={account.created_at} />
            </Fact>
          </FactList>
          <AccountStatusChange account={account} />
        </Panel>
      </div>
      <section aria-labelledby="projects" className="space-y-2">
        <h3 id="projects" className="text-16">
          Projects
        </h3>
        <p className="max-w-prose text-muted">
          Keys, receipts and artifacts belong to a project and cannot be seen from another. All projects of an account
          share its plan and its units.
        </p>
        <Table caption="Projects of the account" columns={PROJECT_COLUMNS}>
          {account.projects.map(({ id, created_at, active_keys }) => (
            <Row key={id}>
              <Cell isHeader noWrap>
                <code className="text-13">{id}</code> <CopyText value={id} label={`project id ${id}`} />
              </Cell>
              <Cell>
                <TimeText value={created_at} />
              </Cell>
              <Cell align="end">{formatCount(active_keys)}</Cell>
              <Cell>
                <ActForProject account={account} projectId={id} />
              </Cell>
            </Row>
          ))}
        </Table>
      </section>
    </div>
  );
}

/** Granted = spent + remaining; where it is not, that is said. */
function UnitSums({ account: { granted, spent, credits } }: { readonly account: AccountRead }) {
  const isExact = granted === spent + credits;
  return (
    <div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <Sum name="Granted" value={granted} />
        <span aria-hidden="true" className="self-end text-muted">
          =
        </span>
        <Sum name="Spent" value={spent} />
        <span aria-hidden="true" className="self-end text-muted">
          +
        </span>
        <Sum name="Remaining" value={credits} />
      </dl>
      {!isExact && (
        <p className="mt-2 font-medium text-failed">
          These sums do not agree: {formatCount(granted)} is not {formatCount(spent)} + {formatCount(credits)}. Run
          touchstone doctor on the data folder.
        </p>
      )}
    </div>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-16 tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}
