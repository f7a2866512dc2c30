import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import type { KeyItem } from './key-items.ts';
import type { Seen, Step } from './notebooks.ts';

const { saw: texts } = words;

/** What the service has learned of a key and its notebook. */
export function Saw({ item, steps }: { readonly item: KeyItem; readonly steps: readonly Step[] }) {
  const sawn = (...kinds: readonly Seen[]) =>
    steps.filter(({ seen }) => kinds.includes(seen)).map(({ number }) => number);
  return (
    <Section title={texts.title} lead={texts.lead}>
      <FactList>
        <Fact name={texts.key}>{texts.keys[item.custody]}</Fact>
        <Fact name={texts.values}>{texts.valuesOf(sawn('values', 'opened'))}</Fact>
        <Fact name={texts.ciphertexts}>{texts.ciphertextsOf(sawn('values', 'opened', 'ciphertexts'))}</Fact>
        <Fact name={texts.always}>{texts.alwaysText}</Fact>
      </FactList>
    </Section>
  );
}
