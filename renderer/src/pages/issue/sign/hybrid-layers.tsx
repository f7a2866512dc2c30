import { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import { HYBRID_SCHEMES, type HybridSchemeName, hybridAlgorithms } from '@touchstone/core/composite/schemes.ts';
import { formatCount } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/issue/sign.ts';
import { ALGORITHM_WORDS } from '../../../words/parts/algorithms.ts';

const { hybrid: texts } = words;
const { table } = texts;

const COLUMNS = [
  { id: 'layer', title: table.layer },
  { id: 'algorithm', title: table.algorithm },
  { id: 'strength', title: table.strength },
  { id: 'label', title: table.label, folded: 'hidden' },
  { id: 'covers', title: table.covers },
  { id: 'bytes', title: table.bytes, align: 'end' },
  { id: 'documented', title: table.documented, align: 'end', folded: 'hidden' },
] as const;

const LABELS = hybridAlgorithms().labels;

/** Units of one signature under a scheme, and how they come about. */
export function unitsOf(scheme: HybridSchemeName): { readonly total: number; readonly sum: string } {
  const { extraUnits } = HYBRID_SCHEMES[scheme];
  const { base } = hybrid.sign.units;
  const total = base + extraUnits;
  return { total, sum: extraUnits === 0 ? unitsText(total) : texts.sum(unitsText(total), base, extraUnits) };
}

/** The layers of a scheme: what is really used, under which label, what it signs, how large it is, what it costs. */
export function HybridLayers({ schemeName }: { readonly schemeName: HybridSchemeName }) {
  const { layers, mode, isNested, hasOnchainHash, wireVersion } = HYBRID_SCHEMES[schemeName];
  const total = layers.reduce((sum, { signatureLength }) => sum + signatureLength, 0);
  const renamed = layers.filter(({ label }) => LABELS[label].document_name.startsWith('Dilithium'));
  return (
    <div className="space-y-2">
      <p className="max-w-[80ch]">{texts.meanings[mode]}</p>
      <Table caption={table.caption(schemeName)} columns={COLUMNS}>
        {layers.map(({ name, label, algorithm, signatureLength }, index) => (
          <Row key={name}>
            <Cell isHeader noWrap>
              {index + 1}
            </Cell>
            <Cell noWrap>
              <span className="font-medium">{algorithm}</span>
            </Cell>
            <Cell noWrap>{ALGORITHM_WORDS[algorithm].category}</Cell>
            <Cell noWrap>
              {LABELS[label].document_name} <code className="text-13 text-muted">{label}</code>
            </Cell>
            <Cell noWrap>{coverage(index, isNested)}</Cell>
            <Cell align="end">{formatCount(signatureLength)}</Cell>
            <Cell align="end">{documented(LABELS[label].document_bytes)}</Cell>
          </Row>
        ))}
        <Row>
          <Cell isHeader noWrap>
            {table.all}
          </Cell>
          <Cell noWrap>{table.count(layers.length)}</Cell>
          <Cell>{''}</Cell>
          <Cell>{wireVersion === null ? '' : table.wire(wireVersion)}</Cell>
          <Cell>{''}</Cell>
          <Cell align="end">{formatCount(total)}</Cell>
          <Cell>{''}</Cell>
        </Row>
      </Table>
      <ul className="max-w-[80ch] list-disc space-y-1 ps-5">
        <li>{texts.costs(unitsOf(schemeName).sum, unitsText(hybrid.keygen.units))}</li>
        {hasOnchainHash && <li>{texts.onChain}</li>}
        {renamed.length > 0 && (
          <li>
            {texts.renamed(
              renamed
                .map(({ label, algorithm }) => texts.oneRenamed(LABELS[label].document_name, algorithm))
                .join(', '),
            )}
          </li>
        )}
        {layers.some(({ label }) => label === 'falcon512') && (
          <li>{texts.padded(documented(LABELS.falcon512.document_bytes), LABELS.falcon512.signature_bytes)}</li>
        )}
      </ul>
    </div>
  );
}

function coverage(index: number, isNested: boolean): string {
  if (index === 0 || !isNested) return table.payload;
  return index === 1 ? table.payloadAndFirst : table.payloadAndLayers(index);
}

function documented(bytes: number | null): string {
  return bytes === null ? table.none : formatCount(bytes);
}
