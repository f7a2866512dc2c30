/** Three parties in one thread, for tests: each runs the same action on its own shares. */
import type { Random } from '@touchstone/core/random.ts';
import { createParty, type Links, type Party } from '../../src/mpc/party.ts';
import type { SharesOfAll } from '../../src/mpc/shamir.ts';

type Sent = (lists: SharesOfAll) => void;

/** Links of three parties that exchange their lists when all three have given theirs. */
export function threeLinks(onSent: (from: number, lists: SharesOfAll) => SharesOfAll = (_, lists) => lists): Links[] {
  let waiting: { readonly lists: SharesOfAll; readonly give: Sent }[] = [];
  let places: number[] = [];
  return [0, 1, 2].map((from) => ({
    exchange: (lists) =>
      new Promise((resolve) => {
        waiting.push({ lists: onSent(from, lists), give: resolve });
        places.push(from);
        if (waiting.length < 3) return;
        const [all, order] = [waiting, places];
        waiting = [];
        places = [];
        order.forEach((party, i) => {
          const given = [0, 1, 2].map((sender) => all[order.indexOf(sender)]?.lists[party]?.slice());
          all[i]?.give(given as unknown as SharesOfAll);
        });
      }),
  }));
}

export function together<T>(
  action: (party: Party, index: number) => Promise<T>,
  random: Random,
  links: readonly Links[] = threeLinks(),
): Promise<T[]> {
  return Promise.all(links.map((own, index) => action(createParty(own, random), index)));
}
