// biome-ignore-all lint/suspicious/noArrayIndexKey: a guide never changes while it is shown
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { guidePlace } from '../../../parts/navigation/page-guides.ts';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/administration/help.ts';
import { type Block, type Inline, plain } from './guide.ts';

/** Whether links lead to other guides: not where leaving would lose what was entered. */
export const HasLinks = createContext(true);

/** Text, lists, tables and code of a guide. */
export function Blocks({
  blocks,
  about,
}: {
  readonly blocks: readonly Block[] /** The heading above. */;
  readonly about: string;
}) {
  return blocks.map((block, at) => <OneBlock key={at} block={block} about={about} />);
}

function OneBlock({ block, about }: { readonly block: Block; readonly about: string }) {
  if ('text' in block)
    return (
      <p className="max-w-prose">
        <Line inline={block.text} />
      </p>
    );
  if ('code' in block) {
    return <pre className="rounded bg-sunken p-3 font-mono text-13 break-words whitespace-pre-wrap">{block.code}</pre>;
  }
  if ('quote' in block) {
    return (
      <blockquote className="space-y-3 border-s-2 border-line-strong ps-4">
        <Blocks blocks={block.quote} about={about} />
      </blockquote>
    );
  }
  if ('items' in block) {
    const items = block.items.map((item, at) => (
      <li key={at} className="space-y-2 ps-1">
        <Blocks blocks={item} about={about} />
      </li>
    ));
    return block.start === null ? (
      <ul className="max-w-prose list-disc space-y-1 ps-5">{items}</ul>
    ) : (
      <ol start={block.start} className="max-w-prose list-decimal space-y-1 ps-6">
        {items}
      </ol>
    );
  }
  return (
    <Table
      caption={words.table(about)}
      columns={block.head.map((title, at) => ({ id: String(at), title: plain(title) }))}
    >
      {block.rows.map((row, at) => (
        <Row key={at}>
          {row.map((cell, column) => (
            <Cell key={column} isHeader={column === 0}>
              <Line inline={cell} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

/** The text of a line with its looks and links. What leads out of the guides is text: nothing is fetched or opened. */
export function Line({ inline }: { readonly inline: readonly Inline[] }) {
  const hasLinks = use(HasLinks);
  return inline.map((one, at) => {
    if (typeof one === 'string') return one;
    if ('code' in one)
      return (
        <code key={at} className="font-mono text-[0.93em] [overflow-wrap:anywhere]">
          {one.code}
        </code>
      );
    if ('strong' in one)
      return (
        <strong key={at} className="font-semibold">
          <Line inline={one.strong} />
        </strong>
      );
    if ('em' in one)
      return (
        <em key={at}>
          <Line inline={one.em} />
        </em>
      );
    if (one.to === null || !hasLinks) return <Line key={at} inline={one.link} />;
    return (
      <Link key={at} to="/help" search={guidePlace(one.to)} className="text-accent underline">
        <Line inline={one.link} />
      </Link>
    );
  });
}
