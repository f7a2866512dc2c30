import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { iconDrawing } from '../../../../ui/drawing.ts';
import { drawnOf } from '../../../../ui/elements.ts';
import { KIND_PATHS } from '../data/kind-shapes.ts';

/** The sign of a kind in front of its name, in rows that are recycled; changed only where the kind is another. */
export class KindSign {
  readonly element = drawnOf(iconDrawing([['path', { d: '' }]], 14, 'me-1.5 inline align-[-2px] text-muted'));
  private kind: NodeKind | 'fork' | null = null;

  /** @param kind null for none, as of a run of several kinds */
  show(kind: NodeKind | 'fork' | null): void {
    if (kind === this.kind) return;
    this.kind = kind;
    this.element.firstElementChild?.setAttribute('d', kind === null ? '' : KIND_PATHS[kind]);
  }
}
