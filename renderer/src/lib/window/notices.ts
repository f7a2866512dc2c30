/** What went wrong apart from any page: shown above the page until the person has read it. */
export interface Notice {
  readonly id: number;
  readonly title: string;
  /** One sentence each; may hold text from files. */
  readonly lines: readonly string[];
}

export class Notices {
  private current: readonly Notice[] = [];
  private nextId = 1;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly Notice[] => this.current;

  add(title: string, lines: readonly string[]): void {
    this.publish([...this.current, { id: this.nextId++, title, lines }]);
  }

  dismiss(id: number): void {
    this.publish(this.current.filter((notice) => notice.id !== id));
  }

  private publish(next: readonly Notice[]): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The notices of this window. */
export const notices = new Notices();
