import { totalBits } from '@touchstone/core/fhe/advice.ts';
import { SLOTS } from '@touchstone/core/fhe/params.ts';
import { securityStatement } from '@touchstone/core/fhe/security-tables.ts';
import { formatCount } from '../../../lib/format.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import type { KeyItem } from './key-items.ts';
import { parametersOf } from './parameters.ts';

const { security: texts } = words;

/** The parameters of a key, what is claimed about them, and what is not. */
export function Security({ item }: { readonly item: KeyItem }) {
  const { degree, primeBits, plainModulus } = parametersOf(item);
  const bits = totalBits({ primeBits });
  const { scheme, custody, fingerprint } = item;
  return (
    <Section title={texts.title}>
      <FactList>
        <Fact name={texts.parameters}>{texts.parametersOf(formatCount(degree), primeBits.join(' '), bits)}</Fact>
        {plainModulus === null ? (
          <Fact name={texts.scale}>{texts.scaleText}</Fact>
        ) : (
          <Fact name={texts.t}>{String(plainModulus)}</Fact>
        )}
        <Fact name={texts.slots}>{formatCount(SLOTS)}</Fact>
        <Fact name={texts.statement}>{securityStatement(degree, bits).statement}</Fact>
        {fingerprint !== null && (
          <Fact name={texts.fingerprint}>
            <GroupedText value={fingerprint} /> <CopyText value={fingerprint} label={texts.fingerprintLabel} />
          </Fact>
        )}
      </FactList>
      <p className="mt-3 max-w-prose text-13 text-muted">
        {scheme === 'CKKS' ? texts.ckks : custody === 'server' ? texts.bfv : texts.client}
      </p>
    </Section>
  );
}
