import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { drawnOf, elementOf } from '../../../../ui/elements.ts';
import { kindDrawing } from '../data/kind-shapes.ts';

const SIGNS = new Map<NodeKind | 'fork', Element>();

/** The sign of a kind in front of its name, in rows that are recycled; changed only where the kind is another. */
export class KindSign {
  readonly element = elementOf('span', { class: 'me-1.5 inline-block w-3.5 align-[-2px] text-muted' });
  private kind: NodeKind | 'fork' | null = null;

  /** @param kind null for none, as of a run of several kinds */
  show(kind: NodeKind | 'fork' | null): void {
    if (kind === this.kind) return;
    this.kind = kind;
    this.element.replaceChildren(...(kind === null ? [] : [signOf(kind)]));
  }
}

function signOf(kind: NodeKind | 'fork'): Node {
  let sign = SIGNS.get(kind);
  if (sign === undefined) {
    sign = drawnOf(kindDrawing(kind, 14, 'block'));
    SIGNS.set(kind, sign);
  }
  return sign.cloneNode(true);
}
