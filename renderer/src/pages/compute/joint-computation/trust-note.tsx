import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/compute/joint-computation.ts';

const { trust: texts } = words;

/** Against whom an input is protected, and against whom not. */
export function TrustNote() {
  return (
    <Section title={texts.title} lead={texts.lead}>
      <ul className="max-w-prose list-disc space-y-1 ps-5">
        <li>{texts.protects}</li>
        <li className="font-medium">{texts.notProtected}</li>
        <li>{texts.result}</li>
        <li>{texts.lies}</li>
      </ul>
    </Section>
  );
}
