import { Section } from '../../../ui/section.tsx';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { CLAIMS, type ClaimType } from './claims.ts';

/** Nine cards, each of which opens the sheet of its claim. */
export function ClaimGallery({ onOpen }: { readonly onOpen: (type: ClaimType) => void }) {
  return (
    <Section title={words.gallery.title}>
      <ul className="grid grid-cols-2 gap-3 max-[599px]:gap-2 min-[1000px]:grid-cols-3 min-[1900px]:grid-cols-5">
        {CLAIMS.map(({ type, icon: Icon }) => {
          const { title, text } = claimWords.cards[type];
          return (
            <li key={type}>
              <button
                type="button"
                data-claim={type}
                onClick={() => onOpen(type)}
                className="flex h-full w-full cursor-default items-start gap-3 max-[599px]:items-center max-[599px]:gap-2 rounded-md border border-line bg-surface px-3 py-2.5 text-start max-[599px]:px-2 max-[599px]:py-2 hover:border-line-strong hover:bg-sunken"
              >
                <span
                  aria-hidden="true"
                  className="inline-flex size-9 shrink-0 items-center justify-center rounded-md bg-tint-violet/12 text-tint-violet"
                >
                  <Icon size={18} />
                </span>
                <span className="min-w-0">
                  <span className="block font-medium">{title}</span>
                  <span className="block text-13 text-muted max-[599px]:hidden">{text}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
