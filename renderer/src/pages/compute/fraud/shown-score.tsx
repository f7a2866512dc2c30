import { formatAgo } from '../../../lib/format.ts';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/compute/fraud.ts';
import type { EntityScore } from './score-sheet.tsx';

const { score: texts } = words;
const HOUR_MS = 3_600_000;
const TONES = {
  unknown: 'neutral',
  low: 'verified',
  medium: 'inconclusive',
  high: 'failed',
} as const satisfies Record<EntityScore['score']['level'], BadgeTone>;

const COLUMNS = [
  { id: 'factor', title: texts.columns.factor },
  { id: 'level', title: texts.columns.level, align: 'end' },
  { id: 'bar', title: texts.columns.bar, folded: 'hidden' },
] as const;

/** What is known about an entity: its level, the score as a band, and its factors. */
export function ShownScore({ shown: { entity, score, factors } }: { readonly shown: EntityScore }) {
  const age = texts.computed(formatAgo(-HOUR_MS * factors.freshness_hours, 0));
  const value = texts.value(score.score.toFixed(2));
  const isKnown = score.level !== 'unknown';
  return (
    <Section title={texts.heading} lead={<FileText text={texts.entity(entity)} isLine />}>
      <div className="max-w-2xl space-y-3" data-level={score.level}>
        <Badge tone={TONES[score.level]}>{words.levels[score.level]}</Badge>
        {!isKnown && <p className="text-muted">{texts.unknown}</p>}
        {isKnown && (
          <>
            <TextTwin
              title={texts.picture}
              lines={() => [words.levels[score.level], value, ...factors.risk_factors.map(factorLine)]}
            >
              {(asText) => (
                <div className="space-y-1">
                  <div className="flex items-center justify-between gap-4">
                    <span className="font-medium tabular-nums">{value}</span>
                    {asText}
                  </div>
                  <Band share={score.score} label={`${texts.picture}. ${value}`} />
                </div>
              )}
            </TextTwin>
            <p className="text-13 text-muted">{`${texts.signals(score.signals_evaluated)}, ${age}`}</p>
            <Table caption={texts.caption} columns={COLUMNS}>
              {factors.risk_factors.map(({ factor, level }) => (
                <Row key={factor}>
                  <Cell isHeader noWrap>
                    {words.factors[factor]}{' '}
                    {score.factors.includes(factor) && (
                      <span className="text-13 font-normal text-muted">{texts.raises}</span>
                    )}
                  </Cell>
                  <Cell align="end" noWrap>
                    {level.toFixed(2)}
                  </Cell>
                  <Cell>
                    <Band share={level} />
                  </Cell>
                </Row>
              ))}
            </Table>
          </>
        )}
      </div>
    </Section>
  );
}

function factorLine({ factor, level }: EntityScore['factors']['risk_factors'][number]): string {
  return `${words.factors[factor]}: ${level.toFixed(2)}`;
}

/** How far a number between 0 and 1 has come; without a label the number stands beside it. */
function Band({ share, label }: { readonly share: number; readonly label?: string }) {
  return (
    <div
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className="h-2 min-w-24 overflow-hidden rounded-full border border-line-strong bg-sunken"
    >
      <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${100 * share}%` }} />
    </div>
  );
}
