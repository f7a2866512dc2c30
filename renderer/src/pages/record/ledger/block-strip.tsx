import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { MoveRight } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import { blockLines } from './block-lines.ts';
import { type BlockItem, latestBlocksQuery } from './queries.ts';

const { strip: texts } = words;

export interface BlockStripProps {
  readonly chain: ChainName;
  readonly height: number;
  readonly onOpen: (height: number) => void;
}

/** The newest blocks of a chain as a picture, the newest first: each names the one on its right. The list below holds them all. */
export function BlockStrip({ chain, height, onOpen }: BlockStripProps) {
  const { data = [] } = useQuery(latestBlocksQuery(chain, height));
  const now = useNow(15_000);
  if (height === 0) return null;
  const title = texts.ofChain(words.chains[chain]);
  return (
    <TextTwin title={title} lines={() => blockLines(data)}>
      {(asText) => (
        <figure className="space-y-2">
          <section
            aria-label={title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            className="relative min-h-24 overflow-x-auto py-1 print:overflow-visible"
          >
            <ol className="flex items-start print:flex-wrap print:gap-y-2">
              {data.map((block, index) => (
                <li key={block.height} className="flex shrink-0 items-start">
                  <BlockButton block={block} now={now} onOpen={onOpen} />
                  {index < data.length - 1 && (
                    <MoveRight aria-hidden size={16} className="mx-1 mt-6 shrink-0 text-line-strong" />
                  )}
                </li>
              ))}
            </ol>
          </section>
          <figcaption className="flex flex-wrap items-center justify-between gap-x-4 text-13 text-muted">
            {texts.legend}
            {asText}
          </figcaption>
        </figure>
      )}
    </TextTwin>
  );
}

interface BlockButtonProps {
  readonly block: BlockItem;
  readonly now: number;
  readonly onOpen: (height: number) => void;
}

function BlockButton({ block: { height, anchors, created_at }, now, onOpen }: BlockButtonProps) {
  const look =
    anchors > 0
      ? 'border-tint-indigo/40 bg-tint-indigo/12 text-tint-indigo hover:bg-tint-indigo/20'
      : 'border-line bg-page text-muted hover:bg-sunken';
  return (
    <div className="flex w-16 flex-col items-center gap-1">
      <button
        type="button"
        onClick={() => onOpen(height)}
        className={`flex size-16 flex-col items-center justify-center rounded-md border forced-colors:border-[ButtonBorder] ${look}`}
      >
        <span className="sr-only">{texts.block(height, anchors)}</span>
        <span aria-hidden="true" className="text-16 font-semibold tabular-nums">
          {anchors > 0 && formatCount(anchors)}
        </span>
        <span aria-hidden="true" className="text-12 tabular-nums">
          #{height}
        </span>
      </button>
      <span className="text-12 text-muted">
        <AgoText value={created_at} now={now} />
      </span>
    </div>
  );
}

const CELL = 12;
const GAP = 4;
const MOST_CELLS = 12;

/** The same in a row of a table: filled where a block holds anchors. */
export function SmallStrip({ chain, height }: Pick<BlockStripProps, 'chain' | 'height'>) {
  const { data } = useQuery(latestBlocksQuery(chain, height));
  if (height === 0) return <span className="text-muted">{words.list.unused}</span>;
  const blocks = data?.slice(0, MOST_CELLS) ?? [];
  const width = MOST_CELLS * (CELL + GAP);
  return (
    <svg
      role="img"
      aria-label={texts.anchors(blocks.map(({ anchors }) => anchors).join(', '))}
      width={width}
      height={CELL}
      viewBox={`0 0 ${width} ${CELL}`}
      className="block"
    >
      {blocks.map(({ height: at, anchors }, index) => (
        <g key={at}>
          {index < blocks.length - 1 && (
            <path
              d={`M${index * (CELL + GAP) + CELL} ${CELL / 2}h${GAP}`}
              className="stroke-line-strong forced-colors:stroke-[CanvasText]"
            />
          )}
          <rect
            x={index * (CELL + GAP) + 0.5}
            y={0.5}
            width={CELL - 1}
            height={CELL - 1}
            rx={2}
            className={
              anchors > 0
                ? 'fill-tint-indigo stroke-tint-indigo forced-colors:fill-[CanvasText]'
                : 'fill-page stroke-line-strong forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]'
            }
          >
            <title>{texts.block(at, anchors)}</title>
          </rect>
        </g>
      ))}
    </svg>
  );
}
