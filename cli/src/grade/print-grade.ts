/** A grade in words for the terminal. */
import type { Loss, LossPlace } from '@touchstone/core/grade/losses.ts';
import { RULES_VERSION, ruleOf } from '@touchstone/core/grade/rules.ts';
import {
  CAPPED_BELOW,
  DIMENSIONS,
  type Dimension,
  FAILED_BELOW,
  letterOf,
  WEIGHTS,
} from '@touchstone/core/stark/statements/code-grade/scoring.ts';
import { type Paint, shown } from '../terminal/terminal.ts';
import type { TreeGrade } from './grade-tree.ts';

const NAMES: Readonly<Record<Dimension, string>> = {
  code_quality: 'Code quality',
  security_posture: 'Security posture',
  architecture: 'Architecture',
  performance: 'Performance',
  compliance: 'Compliance',
  maintenance_risk: 'Maintenance risk',
};

/** Places of a loss that are shown unless all are asked for. */
const FEW_PLACES = 3;
const LABEL_WIDTH = 13;
const NAME_WIDTH = 18;

export interface PrintGradeOptions {
  readonly folder: string;
  readonly project: string;
  /** All places that were kept, not only the first few. */
  readonly isVerbose: boolean;
  readonly paint: Paint;
}

/** The grade of a tree: score, dimensions, and where points were lost. */
export function printGrade(grade: TreeGrade, { folder, project, isVerbose, paint }: PrintGradeOptions): string {
  const lines = [
    `${paint('bold', `Grade ${grade.grade}`)}  ${grade.score} of 100  ${shown(project)}`,
    ...capLine(grade),
    '',
    fact('Folder', shown(folder)),
    fact('Files', `${grouped(grade.files)}; ${languagesIn(grade)}`),
    fact('File root', grade.fileRoot),
    fact('Rules', RULES_VERSION),
    ...(grade.special.length > 0 ? [fact('Left out', specialIn(grade.special))] : []),
    ...(grade.ignored.length > 0 ? [fact('Ignored', namedIn(grade.ignored, 'folder', isVerbose))] : []),
    ...(grade.unanalysed.length > 0
      ? [fact('Unanalysed', namedIn(grade.unanalysed, 'large source file', isVerbose))]
      : []),
    '',
    ...DIMENSIONS.map((dimension) => {
      const points = grade.dimensions[dimension];
      const note = dimension === 'maintenance_risk' ? ', 100 is a low risk' : '';
      return `  ${NAMES[dimension].padEnd(NAME_WIDTH)} ${paint(colourOf(points), String(points).padStart(3))}   (${WEIGHTS[dimension]} % of the score${note})`;
    }),
  ];
  if (grade.losses.length === 0) return `${[...lines, '', 'No points were lost.'].join('\n')}\n`;
  for (const dimension of DIMENSIONS) {
    const losses = grade.losses.filter(({ rule }) => ruleOf(rule).dimension === dimension);
    if (losses.length === 0) continue;
    lines.push('', `${NAMES[dimension]}, points lost:`);
    for (const loss of [...losses].sort((a, b) => b.points - a.points)) lines.push(...lossLines(loss, isVerbose));
  }
  return `${lines.join('\n')}\n`;
}

function fact(label: string, text: string): string {
  return `${`${label}:`.padEnd(LABEL_WIDTH)}${text}`;
}

/** Why the letter is not the one of the score. */
function capLine({ score, grade, dimensions: { security_posture: security } }: TreeGrade): readonly string[] {
  if (letterOf(score, 100) === grade) return [];
  return security < FAILED_BELOW
    ? [
        `A security posture below ${FAILED_BELOW} makes every grade F; the score alone would give ${letterOf(score, 100)}.`,
      ]
    : [
        `A security posture below ${CAPPED_BELOW} allows no grade above C+; the score alone would give ${letterOf(score, 100)}.`,
      ];
}

function languagesIn({ languages }: TreeGrade): string {
  return languages
    .map(({ name, files, lines }) => `${name} ${counted(lines, 'line')} in ${counted(files, 'file')}`)
    .join(', ');
}

function specialIn(special: readonly string[]): string {
  const named = special.slice(0, FEW_PLACES).map(shown).join(', ');
  const more = special.length - FEW_PLACES;
  return `${named}${more > 0 ? ` and ${more} more` : ''} (no regular files)`;
}

function namedIn(paths: readonly string[], what: string, isVerbose: boolean): string {
  const listed = isVerbose ? paths : paths.slice(0, FEW_PLACES);
  const more = paths.length - listed.length;
  const named = listed.map(shown).join(', ');
  return `${grouped(paths.length)} ${what}${paths.length === 1 ? '' : 's'}: ${named}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}

function lossLines({ rule, points, found, places }: Loss, isVerbose: boolean): readonly string[] {
  const listed = isVerbose ? places : places.slice(0, FEW_PLACES);
  const more = found - listed.length;
  return [
    `  ${String(points).padStart(3)}  ${ruleOf(rule).title}${found > 1 ? ` (${counted(found, 'place')})` : ''}`,
    ...listed.map((place) => `       ${placeText(place)}`),
    ...(more > 0 ? [`       and ${grouped(more)} more`] : []),
  ];
}

function placeText({ path, line, reason }: LossPlace): string {
  return `${shown(path)}${line === undefined ? '' : `:${line}`}  ${shown(reason)}`;
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12,345`, in every locale. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function colourOf(points: number): 'green' | 'yellow' | 'red' {
  return points >= 80 ? 'green' : points >= CAPPED_BELOW ? 'yellow' : 'red';
}
