import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ObjectKind, ObjectSign } from '../objects/object-tile.tsx';

export interface EmptyListProps {
  /** What is listed. */
  readonly kind: ObjectKind;
  readonly title: string;
  /** One sentence: what fills the list. */
  readonly text: ReactNode;
  /** What makes the first one. */
  readonly verb: string;
  readonly onMake: () => void;
  readonly onSample?: () => void;
}

/** In the place of a list that holds nothing yet: its sign, one sentence, how to make the first one, and an example. */
export function EmptyList({ kind, title, text, verb, onMake, onSample }: EmptyListProps) {
  return (
    <EmptyState
      title={title}
      icon={<ObjectSign kind={kind} />}
      onSample={onSample}
      actions={
        <Button variant="primary" onPress={onMake}>
          {verb}
        </Button>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
