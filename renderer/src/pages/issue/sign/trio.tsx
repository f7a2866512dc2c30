import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { words } from '../../../words/issue/sign.ts';
import { ALGORITHM_WORDS } from '../../../words/parts/algorithms.ts';

export interface TrioProps {
  readonly name: string;
  readonly algorithms: readonly SignatureAlgorithm[];
}

/** The algorithms that sign together, each with what it rests on and how strong it is: said before anybody signs. */
export function Trio({ name, algorithms }: TrioProps) {
  return (
    <div>
      <ul
        aria-label={words.trio.label(name)}
        className="grid divide-line border-y border-line max-[699px]:divide-y min-[700px]:grid-cols-3 min-[700px]:divide-x"
      >
        {algorithms.map((algorithm) => (
          <li
            key={algorithm}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 min-[700px]:px-4 min-[700px]:first:ps-0 min-[700px]:last:pe-0"
          >
            <span>
              <span className="font-medium">{algorithm}</span>
              <span className="block text-13 text-muted">{ALGORITHM_WORDS[algorithm].family}</span>
            </span>
            <span className="text-13 text-muted">{ALGORITHM_WORDS[algorithm].category}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-[80ch] text-13 text-muted">
        {words.trio.note} {words.trio.others}
      </p>
    </div>
  );
}
