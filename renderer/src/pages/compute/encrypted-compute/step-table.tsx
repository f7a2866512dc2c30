import { Copy, Download, Ellipsis, LockOpen, RefreshCw, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatSize } from '../../../lib/format.ts';
import { undoOffers } from '../../../lib/window/undo-offers.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Menu, type MenuAction } from '../../../ui/menu.tsx';
import { ScrollingCode } from '../../../ui/scrolling-code.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table, type TableColumn } from '../../../ui/table.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { type KeyItem, shortId } from './key-items.ts';
import type { Known } from './known.ts';
import { isUsed, type NotebookKey, type Notebooks, type Step } from './notebooks.ts';
import { type ComputeAct, useFheSearch } from './search.ts';

const { steps: texts } = words;

const COLUMNS: readonly TableColumn[] = [
  { id: 'step', title: texts.columns.step },
  { id: 'from', title: texts.columns.from },
  { id: 'depth', title: texts.columns.depth },
  { id: 'result', title: texts.columns.result },
  { id: 'seen', title: texts.columns.seen },
  { id: 'verbs', title: texts.columns.verbs, folded: 'corner' },
];

const VERBS: Readonly<Record<KeyItem['scheme'], readonly ComputeAct[]>> = {
  BFV: ['add', 'multiply', 'decrypt'],
  CKKS: ['add', 'multiply', 'rotate', 'refresh', 'decrypt'],
};

export interface StepTableProps {
  readonly notebookKey: NotebookKey;
  readonly notebooks: Notebooks;
  readonly steps: readonly Step[];
}

/** The notebook: a row for each step, with what is known of its depth and what the service saw of it. */
export function StepTable({ notebookKey: { item }, notebooks, steps }: StepTableProps) {
  const { setSearch } = useFheSearch();
  const hasCiphertext = steps.some(({ ciphertext }) => ciphertext !== null);
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      aside={
        hasCiphertext &&
        item.isOpen && (
          <div className="screen-only flex flex-wrap gap-2">
            {VERBS[item.scheme].map((act) => (
              <Button key={act} size="small" onPress={() => setSearch({ act, of: undefined }, 'push')}>
                {words.compute[act].verb}
              </Button>
            ))}
          </div>
        )
      }
    >
      {steps.length === 0 ? (
        <EmptyState
          title={texts.empty}
          icon={<ObjectSign kind="fheKey" />}
          {...(item.isOpen ? { onSample: () => setSearch({ act: 'encrypt-sample' }, 'push') } : {})}
        >
          <p>{texts.emptyText}</p>
        </EmptyState>
      ) : (
        <Table caption={texts.caption} columns={COLUMNS}>
          {steps.map((step) => (
            <Row key={step.number}>
              <Cell isHeader noWrap>
                {texts.name(step.number, texts.kinds[step.kind])}
              </Cell>
              <Cell>{fromText(step)}</Cell>
              <Cell noWrap>{step.ciphertext !== null && <Depth {...step.ciphertext.known} />}</Cell>
              <Cell>
                <Result step={step} />
              </Cell>
              <Cell>{texts.seen[step.seen]}</Cell>
              <Cell noWrap>
                <StepMenu item={item} notebooks={notebooks} steps={steps} step={step} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Section>
  );
}

function fromText({ kind, from: [a, b], slots }: Step): string {
  const { from } = texts;
  if (a === undefined) return from.none;
  if (b !== undefined) return (kind === 'multiply' ? from.multiply : from.add)(a, b);
  return slots === null ? from.one(a) : from.rotate(a, slots);
}

function Depth({ depth, left, noise }: Known) {
  return (
    <>
      <span className="tabular-nums">{texts.depth(depth)}</span>
      <span className="block text-13 text-muted">{texts.left(left)}</span>
      {noise !== null && (
        <span className="block text-13 text-muted">{texts.noise(noise.counted.toFixed(0), String(noise.most))}</span>
      )}
    </>
  );
}

/** Values that are shown before somebody wants all of them. */
const FIRST = 8;

function Result({ step: { number, kind, ciphertext, scale, values } }: { readonly step: Step }) {
  return (
    <div className="space-y-0.5">
      {values !== null && <Values number={number} values={values} />}
      {values === null && (kind === 'encrypt' || kind === 'decrypt') && <p className="text-muted">{texts.hidden}</p>}
      {ciphertext !== null && (
        <p className="text-13 text-muted">
          {texts.ciphertext(ciphertext.known.values, formatSize(ciphertext.known.bytes))}
          {scale !== null && `, ${texts.scale(String(Number(Math.log2(scale).toFixed(2))))}`}
        </p>
      )}
    </div>
  );
}

function Values({ number, values }: { readonly number: number; readonly values: readonly number[] }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const all = values.join(', ');
  const more = values.length - FIRST;
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <code className="text-13 [overflow-wrap:anywhere]">{values.slice(0, FIRST).join(', ')}</code>
        {more > 0 && <span className="text-13 text-muted">{texts.moreValues(more)}</span>}
        <CopyText value={all} label={texts.copyValues(number)} />
        {more > 0 && !isWhole && (
          <Button size="small" variant="quiet" onPress={() => setWhole(true)}>
            {texts.showAll}
          </Button>
        )}
      </span>
      {isWhole && <ScrollingCode label={texts.allValues(number)} value={all} />}
    </>
  );
}

interface StepMenuProps {
  readonly item: KeyItem;
  readonly notebooks: Notebooks;
  readonly steps: readonly Step[];
  readonly step: Step;
}

function StepMenu({ item, notebooks, steps, step: { number, ciphertext } }: StepMenuProps) {
  const { setSearch } = useFheSearch();
  const copy = useCopy();
  const open = (act: ComputeAct) => () => setSearch({ act, of: String(number) }, 'push');
  const remove = () => {
    notebooks.remove(item.id, number);
    undoOffers.offer(texts.removed(number), () => notebooks.restore());
  };
  const icons = {
    decrypt: <LockOpen aria-hidden size={15} />,
    rotate: <RotateCcw aria-hidden size={15} />,
    refresh: <RefreshCw aria-hidden size={15} />,
  };
  const computing = (['decrypt', 'rotate', 'refresh'] as const)
    .filter((act) => item.isOpen && VERBS[item.scheme].includes(act))
    .map((act): MenuAction => ({ id: act, title: words.compute[act].verb, icon: icons[act], onAction: open(act) }));
  const actions: readonly MenuAction[] = [
    ...(ciphertext === null
      ? []
      : [
          ...computing,
          {
            id: 'copy',
            title: texts.copy,
            icon: <Copy aria-hidden size={15} />,
            onAction: () => void copy(ciphertext.text, texts.ciphertextLabel(number)),
          },
          {
            id: 'save',
            title: texts.save,
            icon: <Download aria-hidden size={15} />,
            onAction: () =>
              void downloadText(`ciphertext-${shortId(item.id)}-${number}.txt`, `${ciphertext.text}\n`, 'text/plain'),
          },
        ]),
    ...(isUsed(steps, number)
      ? []
      : [
          {
            id: 'remove',
            title: texts.remove,
            icon: <Trash2 aria-hidden size={15} />,
            isDanger: true,
            onAction: remove,
          },
        ]),
  ];
  if (actions.length === 0) return null;
  return (
    <Menu
      label={texts.more(number)}
      trigger={<IconButton size="small" label={texts.more(number)} icon={<Ellipsis aria-hidden size={15} />} />}
      actions={actions}
    />
  );
}
