import { Columns3, Copy, Download, Plus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { undoOffers } from '../../../lib/window/undo-offers.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Toolbar } from '../../../parts/list-page/toolbar.tsx';
import { OBJECTS, type ObjectKind, ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import { Facts } from '../../../parts/page/facts.tsx';
import { MoreMenu } from '../../../parts/page/more-menu.tsx';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { CHART_DEMOS } from './chart-demos.tsx';
import type { Demo } from './demo.ts';
import { Colours, Sizes } from './tokens.tsx';
import './kit.css';

const LOOKS: readonly StatusLook[] = ['verified', 'pending', 'inconclusive', 'failed', 'skipped'];
const TONES: readonly BadgeTone[] = ['neutral', 'accent', 'verified', 'pending', 'inconclusive', 'failed', 'skipped'];
const ENVIRONMENTS = ['production', 'staging', 'development'].map((value) => ({ value, label: value }));
const NOW = Date.now();
const nothing = () => undefined;

export const DEMOS: readonly Demo[] = [
  {
    name: 'Type',
    file: 'ui/tokens.css',
    use: 'Six sizes: 28 for the one number of a page, 20 names, 16 sections of long pages, 14 text, 13 tables and notes, 12 heads and labels. Inter; JetBrains Mono for hashes, ids and code.',
    source: '<h2 className="text-14">…</h2>  <p className="text-13 text-muted">…</p>',
    View: Sizes,
  },
  {
    name: 'Colours',
    file: 'ui/tokens.css',
    use: 'Grounds, lines, text, one accent. Status colours only where something was checked or has a state; tints only for kinds of objects.',
    source: 'bg-page  bg-side  bg-surface  bg-sunken  border-line  text-text  text-muted  text-accent  bg-accent-soft',
    View: Colours,
  },
  {
    name: 'Page',
    file: 'parts/page/page.tsx',
    use: 'Every page and every thing with an address. The name is heading and window title; crumbs are the one way back; one primary action, all other verbs under "More"; three to five facts. This page is one.',
    source: `<Page title={item.name} place={item.id} crumbs={[{ title: words.title, to: '/secrets' }]} object="secret"
  state={<StateBadge … />} facts={[{ label, value }]} action={<Button variant="primary">…</Button>} more={verbs}>`,
    View: () => (
      <Facts
        facts={[
          { label: 'Vault', value: 'payments' },
          { label: 'Environment', value: 'production' },
          { label: 'Next rotation', value: <StatusMark look="pending" size="small" label="Due in 3 days" /> },
          {
            label: 'Leads to what it counts',
            value: (
              <FactButton label="Leads to what it counts, 3" onPress={() => undefined}>
                3
              </FactButton>
            ),
          },
        ]}
      />
    ),
  },
  {
    name: 'Objects',
    file: 'parts/objects/object-tile.tsx',
    use: 'One sign and tint for each kind of object, before its name in lists, heads, the palette and drawings.',
    source: '<ObjectTile kind="secret" />  <ObjectTile kind="secret" size="large" />  <ObjectSign kind="secret" />',
    View: () => (
      <ul className="grid grid-cols-2 gap-2 text-13 min-[600px]:grid-cols-4">
        {(Object.keys(OBJECTS) as ObjectKind[]).map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <ObjectTile kind={kind} /> {kind}
          </li>
        ))}
      </ul>
    ),
  },
  {
    name: 'Buttons',
    file: 'ui/button.tsx',
    use: 'One primary button on a page. Secondary for what stands beside it, quiet inside sections, danger where something ends. An icon button has its name as tooltip.',
    source: '<Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={…}>{words.verb}</Button>',
    View: () => (
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={<Plus aria-hidden size={16} />}>
          New secret
        </Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Delete</Button>
        <Button isDisabled>Disabled</Button>
        <Button size="small">Small</Button>
        <IconButton label="Columns" variant="secondary" icon={<Columns3 aria-hidden size={16} />} />
        <IconButton label="Copy" icon={<Copy aria-hidden size={16} />} />
      </div>
    ),
  },
  {
    name: 'Status and badges',
    file: 'ui/status-mark.tsx, ui/badge.tsx',
    use: 'A status has a word, a sign, a shape and a colour, always the same. A badge is a short word about a thing: its state, a method, "demo".',
    source:
      '<StatusMark look="verified" />  <StatusMark look="failed" size="small" label={…} />  <Badge tone="inconclusive">…</Badge>',
    View: () => (
      <div className="space-y-3">
        <div className="flex flex-wrap gap-4">
          {LOOKS.map((look) => (
            <StatusMark key={look} look={look} />
          ))}
        </div>
        <div className="flex flex-wrap gap-4">
          {LOOKS.map((look) => (
            <StatusMark key={look} look={look} size="small" />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </div>
    ),
  },
  {
    name: 'Toolbar',
    file: 'parts/list-page/toolbar.tsx',
    use: 'The one row above a list: finding, one button for all filters (those that are set stand beside it), icon buttons, the rest under "More". WholeList and PagedList have it.',
    source: `<WholeList … find={{ label, text, onChange }} filters={[listFilter({ label, options, value, onChange })]}
  icons={columnMenu} more={[…]} exports={{ name, csv, json }} />`,
    isWide: true,
    View: ToolbarDemo,
  },
  {
    name: 'Text twin',
    file: 'parts/page/text-twin.tsx',
    use: 'Around every picture, verdict and chart. "As text" or Alt+F1 opens what it says as nested lines to read, hear and paste into an e-mail; Esc returns to the picture. The keys mean the picture with the focus, elsewhere the first of the page. Lines are made when they are asked for; names from files may stand in them.',
    source: `<TextTwin title={words.latestOf(chain)} lines={() => blockLines(blocks)}>
  {(asText) => <figure>…<figcaption>{words.legend} {asText}</figcaption></figure>}
</TextTwin>
// lines: ['Verified (VERIFIED): …', { text: '24 checks, 24 passed', lines: [{ text: 'Format', lines: ['Passed: …'] }] }]`,
    View: () => (
      <TextTwin
        title="Payment key through its life"
        lines={() => ['Created 12 May 2026', { text: 'Rotated twice', lines: ['1 July 2026', '9 September 2026'] }]}
      >
        {(asText) => (
          <figure className="flex flex-wrap items-center justify-between gap-2">
            <figcaption className="text-13 text-muted">Any picture, with its button where its caption ends.</figcaption>
            {asText}
          </figure>
        )}
      </TextTwin>
    ),
  },
  ...CHART_DEMOS,
  {
    name: 'Table',
    file: 'ui/table.tsx, parts/grid/data-grid.tsx',
    use: 'On hairlines, in the whole width. Table for a few rows; DataGrid (virtual, keyboard, sorting) for lists.',
    source: '<Table caption={…} columns={COLUMNS}><Row><Cell isHeader>…</Cell></Row></Table>',
    isWide: true,
    View: () => (
      <Table
        caption="Versions"
        columns={[
          { id: 'name', title: 'Name' },
          { id: 'state', title: 'Status' },
          { id: 'stored', title: 'Stored' },
          { id: 'size', title: 'Bytes', align: 'end' },
        ]}
      >
        {['Payment key', 'Mail relay password'].map((name, index) => (
          <Row key={name}>
            <Cell isHeader>{name}</Cell>
            <Cell>
              <Badge tone="verified">Active</Badge>
            </Cell>
            <Cell noWrap>
              <AgoText value={NOW - 3_600_000 * (index + 1)} now={NOW} />
            </Cell>
            <Cell align="end">{String(40 + index)}</Cell>
          </Row>
        ))}
      </Table>
    ),
  },
  {
    name: 'Sheet',
    file: 'parts/form/form-sheet.tsx, ui/sheet.tsx',
    use: 'A verb. The draft stands in the component around it, so it survives closing; that component empties it on success. A refused send moves the focus to the first field that is wrong. Open sheets have an address (?act=…), so that "Find" and links lead to them.',
    source: `const draft = useDraft(useState(EMPTY), work.state);
<FormSheet texts={words.rotate} isOpen={search.act === 'rotate'} onClose={…} onSubmit={draft.submit(send)}
  work={work} units={contract.units}>…</FormSheet>`,
    View: SheetDemo,
  },
  {
    name: 'Section and facts',
    file: 'ui/section.tsx, ui/fact-list.tsx',
    use: 'A part of a page under a heading, without a box. FactList for names with values.',
    source: '<Section title={…} aside={…}><FactList><Fact name={…}>…</Fact></FactList></Section>',
    View: () => (
      <Section
        title="Details"
        aside={
          <Button variant="quiet" size="small">
            Full audit
          </Button>
        }
      >
        <FactList>
          <Fact name="Tags">billing, eu</Fact>
          <Fact name="Stored">
            <TimeText value={NOW} />
          </Fact>
          <Fact name="Hash">
            <HashText value={'00ff'.repeat(8)} label="hash" />
          </Fact>
          <Fact name="From a file">
            <FileText text={'Pay \u202e7102'} />
          </Fact>
        </FactList>
      </Section>
    ),
  },
  {
    name: 'Empty',
    file: 'ui/empty-state.tsx',
    use: 'In the place of a list that holds nothing: drawing, one sentence, the primary action, an example.',
    source:
      '<EmptyState title={…} icon={<ObjectSign kind="secret" />} actions={<Button variant="primary">…</Button>} onSample={…}>',
    View: () => (
      <EmptyState
        title="No secrets yet"
        icon={<ObjectSign kind="secret" />}
        actions={<Button variant="primary">New secret</Button>}
        onSample={nothing}
      >
        <p>Keep passwords and API keys here, encrypted.</p>
      </EmptyState>
    ),
  },
  {
    name: 'Errors and progress',
    file: 'ui/error-state.tsx, parts/work/work-status.tsx',
    use: 'RequestError in the place of what could not be read, WorkStatus under a form. Being offline is no failure.',
    source: '<RequestError error={query.error} what={words.what} onRetry={…} />',
    View: () => (
      <div className="space-y-3">
        <ErrorState title="The secrets could not be read" onRetry={nothing}>
          The server met an error.
        </ErrorState>
        <ErrorState title="The secrets could not be reached" kind="offline">
          The embedded server is stopped.
        </ErrorState>
        <ProgressBar label="Verifying the chain" value={40} />
      </div>
    ),
  },
  {
    name: 'Fields',
    file: 'ui/text-field.tsx, ui/select.tsx, ui/check-row.tsx',
    use: 'Label above, help under it, what is wrong last.',
    source: "<TextField label={words.name} {...draft.field('name')} description={words.nameHint} />",
    View: FieldsDemo,
  },
  {
    name: 'Tabs and disclosure',
    file: 'ui/tabs.tsx, ui/disclosure.tsx',
    use: 'Tabs for views of the same thing. A disclosure for raw data and what few people need.',
    source: '<Tabs label={…} selected={…} onSelect={…} tabs={[{ id, title, content }]} />',
    View: () => (
      <Tabs
        label="Views"
        tabs={[
          {
            id: 'one',
            title: 'Secrets',
            content: (
              <Disclosure title="Raw data" level={3}>
                <code>{'{ "id": "…" }'}</code>
              </Disclosure>
            ),
          },
          { id: 'two', title: 'Audit', content: 'Audit' },
        ]}
      />
    ),
  },
  {
    name: 'Ending and undoing',
    file: 'ui/dialog.tsx, lib/window/undo-offers.ts',
    use: 'What breaks, what can be restored, and the typed name before something ends. What is not irrevocable is offered back.',
    source: 'undoOffers.offer(words.done(name), () => restore());',
    View: EndingDemo,
  },
];

function ToolbarDemo() {
  const [text, setText] = useState('');
  const [environment, setEnvironment] = useState<string | null>('staging');
  return (
    <Toolbar
      find={{ label: 'Find a secret', text, onChange: (wanted = '') => setText(wanted) }}
      filters={[
        {
          label: 'Environment',
          options: ENVIRONMENTS,
          value: environment,
          onChange: (value) => setEnvironment(value ?? null),
        },
      ]}
      icons={<IconButton label="Columns" variant="secondary" icon={<Columns3 aria-hidden size={16} />} />}
      more={[{ id: 'csv', title: 'Export CSV', icon: <Download aria-hidden size={15} />, onAction: nothing }]}
    />
  );
}

function SheetDemo() {
  const [isOpen, setOpen] = useState(false);
  const work = useWork(async (name: string) => name);
  const draft = useDraft(useState({ name: '', vault: '' }), work.state);
  const send = async () => {
    const { name, vault } = draft.values;
    const found = { name: name === '' ? 'Enter the name.' : '', vault: vault === '' ? 'Enter the vault.' : '' };
    if (!draft.check(found) || (await work.start(name)) === null) return;
    draft.fill({ name: '', vault: '' });
    setOpen(false);
  };
  return (
    <>
      <Button icon={<RotateCw aria-hidden size={15} />} onPress={() => setOpen(true)}>
        Open a sheet
      </Button>
      <FormSheet
        texts={{ title: 'New secret', send: 'Store secret', busy: 'Storing', failed: 'The secret was not stored' }}
        note="Costs 3 units"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={draft.submit(send)}
        work={work}
        units={3}
      >
        <TextField label="Name" {...draft.field('name')} />
        <TextField label="Vault" {...draft.field('vault')} />
      </FormSheet>
    </>
  );
}

function FieldsDemo() {
  const [name, setName] = useState('Payment key');
  const [environment, setEnvironment] = useState('production');
  const [isTicked, setTicked] = useState(true);
  return (
    <div className="max-w-sm space-y-5">
      <TextField label="Name" value={name} onChange={setName} description="What you will look for." />
      <TextField label="Vault" value="" onChange={nothing} error="Enter the vault." />
      <Select label="Environment" options={ENVIRONMENTS} value={environment} onChange={setEnvironment} />
      <CheckRow
        label="Notify the webhook"
        description="The address is told at once."
        isSelected={isTicked}
        onChange={setTicked}
      />
    </div>
  );
}

function EndingDemo() {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="danger" icon={<Trash2 aria-hidden size={15} />} onPress={() => setAsking(true)}>
        Delete
      </Button>
      <Button onPress={() => undoOffers.offer('Payment key was deleted', nothing)}>Offer an undo</Button>
      <MoreMenu
        actions={[
          { id: 'copy', title: 'Copy id', icon: <Copy aria-hidden size={15} />, onAction: nothing },
          { id: 'end', title: 'Delete', icon: <Trash2 aria-hidden size={15} />, isDanger: true, onAction: nothing },
        ]}
      />
      <ConfirmDialog
        title="Delete Payment key"
        isOpen={isAsking}
        onOpenChange={setAsking}
        typedName="Payment key"
        confirmLabel="Delete"
        onConfirm={nothing}
      >
        Programs that read the secret are refused from their next request on.
      </ConfirmDialog>
    </div>
  );
}
