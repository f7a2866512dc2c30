/** An act that can be taken back, offered for a while after it was done. */
export interface UndoOffer {
  readonly id: number;
  /** What was done, in a sentence. */
  readonly title: string;
  readonly undo: () => void;
}

/** One offer at a time: what was done before is not what a person means with "Undo" any more. */
export class UndoOffers {
  private current: UndoOffer | null = null;
  private nextId = 1;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): UndoOffer | null => this.current;

  offer(title: string, undo: () => void): void {
    this.publish({ id: this.nextId++, title, undo });
  }

  /** Takes back what was done, once. */
  take(id: number): void {
    const taken = this.current;
    if (taken?.id !== id) return;
    this.publish(null);
    taken.undo();
  }

  dismiss(id: number): void {
    if (this.current?.id === id) this.publish(null);
  }

  private publish(next: UndoOffer | null): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The offers of this window. */
export const undoOffers = new UndoOffers();
