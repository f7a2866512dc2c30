/**
 * Opened secrets, lent. One rule for all of them: whoever begins within 100 ms of an opening, while somebody still uses it,
 * shares it; the last who uses it wipes it. So a fleet that asks for the same secret at once opens it once, and no secret
 * stays in memory without a user, except where the one who lends says that it lingers.
 */

/** Actions that begin within this time of an opening share it. */
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
  /** Until its time is over, where it lingers. */
  isLingering: boolean;
}

/**
 * `wipe` is called once for each secret that was opened, when its last user is done. A secret that lingers stays until its
 * 100 ms are over even without a user, for the next who borrows it.
 */
export function createLeases<T>(
  wipe: (secret: T) => void,
  { lingers = false }: { readonly lingers?: boolean } = {},
): Leases<T> {
  const shared = new Map<string, Lease<T>>();

  function join(name: string, open: () => T): Lease<T> {
    const now = performance.now();
    const known = shared.get(name);
    const lease = known !== undefined && now < known.until ? known : begin(name, open(), now + SHARED_MS);
    lease.users++;
    return lease;
  }

  function begin(name: string, secret: T, until: number): Lease<T> {
    const lease = { secret, until, users: 0, isLingering: lingers };
    shared.set(name, lease);
    if (lingers) {
      const end = () => {
        lease.isLingering = false;
        wipeUnused(name, lease);
      };
      setTimeout(end, SHARED_MS).unref();
    }
    return lease;
  }

  function giveBack(name: string, lease: Lease<T>): void {
    lease.users--;
    wipeUnused(name, lease);
  }

  function wipeUnused(name: string, lease: Lease<T>): void {
    if (lease.users > 0 || lease.isLingering) return;
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
