import type { RecycledRow } from '../../../../parts/grid/recycled-rows.ts';
import { elementOf, fileTextOf, StatusLine, setText } from '../../../../ui/elements.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { isPlainLine } from '../../../../ui/suspect-drawing.ts';
import { words as outcomes } from '../../../../words/record/agents-session-outcomes.ts';
import { words } from '../../../../words/record/agents-session-waterfall.ts';
import { clockText, durationText } from '../data/clock.ts';
import { SIMULATION } from '../fork/fork-rows.ts';
import { KindSign } from '../tree/kind-sign.ts';
import { RowFrame, TREE_CELL, type TreeScene } from '../tree/row-frame.ts';
import { nameOf } from '../tree/tree-row.ts';
import { spanOf } from './spans.ts';

/** The box of each column's cells, in their order. */
export const WATERFALL_BOXES = [
  'w-(--what-width) flex-none overflow-clip text-ellipsis ps-(--what-start) pe-2',
  'min-w-0 flex-1 relative overflow-clip',
  'w-(--took-width) flex-none overflow-clip text-ellipsis ps-3',
] as const;

/** Fills of bars, by the look of the receipt; shapes tell them apart where colours do not. */
const FILLS: Readonly<Record<StatusLook | 'plain' | 'delegated' | 'fork', string>> = {
  plain: 'bg-accent',
  delegated: 'bg-tint-teal',
  failed: 'bg-failed',
  inconclusive: 'bg-inconclusive',
  pending: 'bg-pending',
  verified: 'bg-accent',
  skipped: 'bg-accent',
  fork: 'border-2 border-dotted border-inconclusive',
};
/** What stands out has a bar of the full height. */
const HEIGHTS = { plain: 'top-[11px] h-[8px]', marked: 'top-[7px] h-[16px]' } as const;

const TOOK_CELL = `${WATERFALL_BOXES[2]} ${TREE_CELL} tabular-nums`;

/**
 * One receipt as a bar over the time since the receipt before it. Where a bar stands follows from properties of the frame around
 * the rows, `--from` and `--span` in milliseconds since the session began: another scale draws no row anew.
 */
export class WaterfallRow implements RecycledRow<TreeScene> {
  readonly element: HTMLElement;
  private readonly frame: RowFrame;
  private readonly kind = document.createTextNode('');
  private readonly name = document.createTextNode('');
  private readonly took = document.createTextNode('');
  private readonly sign = new KindSign();
  private readonly text = elementOf('span', {}, this.name);
  private readonly bar = elementOf('div', {});
  private readonly timeCell = elementOf(
    'div',
    { role: 'gridcell', class: `${WATERFALL_BOXES[1]} ${TREE_CELL}` },
    this.bar,
  );
  private readonly tookCell = elementOf('div', { role: 'gridcell', class: TOOK_CELL }, this.took);
  private readonly status = new StatusLine(this.tookCell, TOOK_CELL);

  constructor() {
    const whatCell = elementOf(
      'div',
      { role: 'gridcell', class: `${WATERFALL_BOXES[0]} ${TREE_CELL}` },
      this.sign.element,
      elementOf('span', { class: 'sr-only' }, this.kind),
      this.text,
    );
    this.bar.style.left = 'calc((var(--start) - var(--from)) / var(--span) * 100%)';
    this.bar.style.width = 'calc(var(--length) / var(--span) * 100%)';
    this.frame = new RowFrame([whatCell, this.timeCell, this.tookCell], whatCell, 'left-(--chevron-start)');
    this.element = this.frame.element;
  }

  show(row: number, scene: TreeScene): void {
    const { list, graph } = scene;
    const columns = list.sessions[list.session[row] ?? 0]?.columns;
    if (columns === undefined) return;
    this.frame.show(row, scene);
    const node = list.node[row] ?? 0;
    const isFork = list.length[row] === 0;
    const kind = isFork ? 'fork' : columns.kindAt(node);
    this.sign.show(kind);
    setText(this.kind, `${outcomes.kinds[kind]} `);
    this.showName(isFork ? SIMULATION : nameOf(columns.kindAt(node), columns.actionAt(node)));
    const { word, look } = columns.statusAt(node);
    const shownLook = isFork ? 'inconclusive' : look;
    const span = spanOf(list, row);
    const begin = graph.root.columns.time[0] ?? Number.NaN;
    if (span === null || Number.isNaN(begin)) {
      this.bar.hidden = true;
      this.timeCell.setAttribute('aria-label', words.noSpan);
      this.showTook(words.noSpan, shownLook);
      return;
    }
    this.bar.hidden = false;
    this.bar.style.setProperty('--start', `${span.start - begin}`);
    this.bar.style.setProperty('--length', `${span.end - span.start}`);
    const isChild = (list.level[row] ?? 1) > 1;
    const fill = isFork ? FILLS.fork : FILLS[look ?? (isChild ? 'delegated' : 'plain')];
    const height = look === null && !isFork ? HEIGHTS.plain : HEIGHTS.marked;
    this.bar.className = `absolute min-w-[3px] rounded-[2px] forced-colors:bg-[CanvasText] ${height} ${fill}`;
    const [from, to] = [durationText(span.start - begin), durationText(span.end - begin)];
    this.timeCell.setAttribute('aria-label', isFork ? words.moment(to) : words.span(from, to));
    this.timeCell.title = `${clockText(span.start)} – ${clockText(span.end)}`;
    if (isFork) this.showTook('', shownLook);
    else this.showTook(words.took(durationText(span.end - span.start), look === null ? '' : word), shownLook);
  }

  mark(isCurrent: boolean): void {
    this.frame.mark(isCurrent);
  }

  /** Text that can deceive the eye is shown by elements of its own. */
  private showName(name: string): void {
    if (isPlainLine(name)) {
      setText(this.name, name);
      if (this.text.firstChild !== this.name || this.text.childNodes.length > 1) this.text.replaceChildren(this.name);
    } else this.text.replaceChildren(fileTextOf(name, 100));
  }

  private showTook(text: string, look: StatusLook | null): void {
    setText(this.took, text);
    this.status.show(look);
  }
}
