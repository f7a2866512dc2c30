import { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import {
  HYBRID_SCHEMES,
  type HybridMode,
  type HybridSchemeName,
  hybridAlgorithms,
} from '@touchstone/core/composite/schemes.ts';
import { formatCount } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { Cell, Row, Table } from '../../../ui/table.tsx';

export const MODE_TITLES: Record<HybridMode, string> = {
  concatenated: 'Concatenated',
  nested: 'Nested',
  'triple-nested': 'Triple-nested',
  archival: 'Archival',
};

const MODE_MEANINGS: Record<HybridMode, string> = {
  concatenated: 'Two signatures side by side over the same payload. Both have to hold.',
  nested: 'The second signature covers the payload and the first signature.',
  'triple-nested': 'Each signature covers the payload and every signature before it. Three families.',
  archival: 'As triple-nested, with a fourth, hash-based signature around everything.',
};

const COLUMNS = [
  { id: 'layer', title: 'Layer' },
  { id: 'algorithm', title: 'Algorithm that is used' },
  { id: 'label', title: 'Called in the documents' },
  { id: 'covers', title: 'Signs' },
  { id: 'bytes', title: 'Signature, bytes', align: 'end' },
  { id: 'documented', title: 'Documented, bytes', align: 'end' },
] as const;

const LABELS = hybridAlgorithms().labels;

/** Units of one signature under a scheme, and how they come about. */
export function unitsOf(scheme: HybridSchemeName): { readonly total: number; readonly sum: string } {
  const { extraUnits } = HYBRID_SCHEMES[scheme];
  const { base } = hybrid.sign.units;
  const total = base + extraUnits;
  return { total, sum: extraUnits === 0 ? unitsText(total) : `${unitsText(total)} (${base} + ${extraUnits})` };
}

/** The layers of a scheme: what is really used, under which label, what it signs, how large it is, what it costs. */
export function HybridLayers({ schemeName }: { readonly schemeName: HybridSchemeName }) {
  const { layers, mode, isNested, hasOnchainHash, wireVersion } = HYBRID_SCHEMES[schemeName];
  const total = layers.reduce((sum, { signatureLength }) => sum + signatureLength, 0);
  const renamed = layers.filter(({ label }) => LABELS[label].document_name.startsWith('Dilithium'));
  return (
    <div className="space-y-2">
      <p className="max-w-[80ch]">{MODE_MEANINGS[mode]}</p>
      <Table caption={`Layers of ${schemeName}`} columns={COLUMNS}>
        {layers.map(({ name, label, algorithm, signatureLength }, index) => (
          <Row key={name}>
            <Cell isHeader noWrap>
              {index + 1}
            </Cell>
            <Cell noWrap>
              <span className="font-medium">{algorithm}</span>
            </Cell>
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
            All
          </Cell>
          <Cell noWrap>{layers.length} layers</Cell>
          <Cell>{wireVersion === null ? '' : `wire version ${wireVersion}`}</Cell>
          <Cell> </Cell>
          <Cell align="end">{formatCount(total)}</Cell>
          <Cell> </Cell>
        </Row>
      </Table>
      <ul className="max-w-[80ch] list-disc space-y-1 ps-5">
        <li>
          One signature costs {unitsOf(schemeName).sum}; verifying is free, a key of its own costs{' '}
          {unitsText(hybrid.keygen.units)}.
        </li>
        {hasOnchainHash && <li>Layer 3 may stay off-chain: the SHA3-256 of its signature stands for it.</li>}
        {renamed.length > 0 && (
          <li>
            The names are the documents’, the algorithms are not what the names suggest:{' '}
            {renamed.map(({ label, algorithm }) => `“${LABELS[label].document_name}” is ${algorithm}`).join(', ')},
            because the documented size is that algorithm’s. Judge the strength by the algorithm.
          </li>
        )}
        {layers.some(({ label }) => label === 'falcon512') && (
          <li>
            The documents give FALCON-512 {documented(LABELS.falcon512.document_bytes)} bytes. Here it is always padded
            to {LABELS.falcon512.signature_bytes}.
          </li>
        )}
      </ul>
    </div>
  );
}

function coverage(index: number, isNested: boolean): string {
  if (index === 0 || !isNested) return 'the payload';
  return index === 1 ? 'payload and layer 1' : `payload and layers 1–${index}`;
}

function documented(bytes: number | null): string {
  return bytes === null ? 'none' : formatCount(bytes);
}
