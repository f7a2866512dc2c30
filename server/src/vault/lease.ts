/**
 * Opened secrets, lent. One rule for all of them: whoever begins within 100 ms of an opening, while somebody still uses it,
 * shares it; the last who uses it wipes it. So a fleet that asks for the same secret at once opens it once, and no secret
 * stays in memory without a user.
 */

/** Actions that begin within this time of an opening, while one of them is under way, share it. */
const SHARED_MS = 100;

/** The secret of this name, as others have opened it or as `open` does now. It is the action's until that ends. */
export type Borrow<T> = (name: string, open: () => T) => T;

export interface Leases<T> {
  /** Runs an action that borrows secrets, and gives them back whatever has become of it. */
  lend<R>(action: (borrow: Borrow<T>) => Promise<R>): Promise<R>;
}

interface Lease<T> {
  readonly secret: T;
  /** Nobody joins from then on. */
  readonly until: number;
  users: number;
}

/** `wipe` is called once for each secret that was opened, when its last user is done. */
export function createLeases<T>(wipe: (secret: T) => void): Leases<T> {
  const shared = new Map<string, Lease<T>>();

  function join(name: string, open: () => T): Lease<T> {
    const now = performance.now();
    const known = shared.get(name);
    const lease =
      known !== undefined && now < known.until ? known : { secret: open(), until: now + SHARED_MS, users: 0 };
    lease.users++;
    shared.set(name, lease);
    return lease;
  }

  function giveBack(name: string, lease: Lease<T>): void {
    lease.users--;
    if (lease.users > 0) return;
    if (shared.get(name) === lease) shared.delete(name);
    wipe(lease.secret);
  }

  return {
    async lend(action) {
      const borrowed = new Map<string, Lease<T>>();
      let isOver = false;
      try {
        return await action((name, open) => {
          if (isOver) throw new TypeError('internal: a secret is borrowed by an action that is over');
          const lease = borrowed.get(name) ?? join(name, open);
          borrowed.set(name, lease);
          return lease.secret;
        });
      } finally {
        isOver = true;
        for (const [name, lease] of borrowed) giveBack(name, lease);
      }
    },
  };
}
