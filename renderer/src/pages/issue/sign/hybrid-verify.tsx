import { hybrid } from '@touchstone/core/api/crypto/hybrid.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import {
  HYBRID_SCHEMES,
  type HybridSchemeName,
  LAYER_NAMES,
  type LayerName,
} from '@touchstone/core/composite/schemes.ts';
import { ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { type BytesDraft, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { type FieldErrors, useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type JudgedLayer, Verdict } from './verdict.tsx';

type LayerTexts = Readonly<Partial<Record<LayerName, string | undefined>>>;
type KeyFrom = 'current' | 'key_id' | 'public_keys';

export interface VerifyDraft {
  readonly message: BytesDraft;
  readonly signatures: LayerTexts;
  readonly keyFrom: KeyFrom;
  readonly keyId: string;
  readonly publicKeys: LayerTexts;
}

const KEY_CHOICES = [
  { value: 'current', label: 'The project’s current key of the scheme' },
  { value: 'key_id', label: 'A key of this project, by its id' },
  { value: 'public_keys', label: 'Public keys from elsewhere' },
] as const;

type Field = 'message' | 'key_id' | `signature ${LayerName}` | `public key ${LayerName}`;
const FIELDS: readonly Field[] = [
  'message',
  'key_id',
  ...LAYER_NAMES.map((name) => `signature ${name}` as const),
  ...LAYER_NAMES.map((name) => `public key ${name}` as const),
];

export interface HybridVerifyProps {
  readonly schemeName: HybridSchemeName;
  readonly draft: VerifyDraft;
  readonly onDraft: (draft: VerifyDraft) => void;
}

/** Verifies a layered signature; a layer that is left empty is judged as missing. */
export function HybridVerify({ schemeName, draft, onDraft }: HybridVerifyProps) {
  const announce = useAnnounce();
  const work = useWork((input: InputOf<typeof hybrid.verify>, signal) =>
    client.crypto.hybrid.verify(input, { signal, timeoutMs: 120_000 }),
  );
  const errors = useFieldErrors<Field>(work.state, FIELDS, 'key_id');
  const { layers } = HYBRID_SCHEMES[schemeName];
  const change = (changes: Partial<VerifyDraft>, field: Field) => {
    onDraft({ ...draft, ...changes });
    errors.changed(field);
    work.reset();
  };
  const verify = async (event: React.FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft.message);
    const names = layers.map(({ name }) => name);
    const found: FieldErrors<Field> = {
      ...(read.ok ? {} : { message: read.message }),
      ...(draft.keyFrom === 'key_id' && draft.keyId.trim() === '' ? { key_id: 'Enter the id of the key.' } : {}),
      ...textTroubles('signature', names, draft.signatures),
      ...(draft.keyFrom === 'public_keys' ? textTroubles('public key', names, draft.publicKeys) : {}),
    };
    if (!errors.check(found) || !read.ok) return;
    const answer = await work.start({
      body: {
        message: read.base64,
        scheme: schemeName,
        signatures: present(names, draft.signatures),
        ...(draft.keyFrom === 'key_id' ? { key_id: draft.keyId.trim() } : {}),
        ...(draft.keyFrom === 'public_keys' ? { public_keys: present(names, draft.publicKeys) } : {}),
      },
    });
    if (answer !== null) announce(answer.valid ? 'Valid' : 'Not valid', answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title="Verify layer by layer" aside="free">
      <form onSubmit={verify} noValidate className="space-y-3">
        <BytesInput
          label="Message that was signed"
          draft={draft.message}
          onChange={(message) => change({ message }, 'message')}
          error={errors.at('message')}
        />
        {layers.map(({ name, algorithm }, index) => (
          <TextField
            key={name}
            label={`Signature of layer ${index + 1}, ${algorithm}`}
            rows={2}
            isMono
            value={draft.signatures[name] ?? ''}
            onChange={(text) => change({ signatures: { ...draft.signatures, [name]: text } }, `signature ${name}`)}
            error={errors.at(`signature ${name}`)}
          />
        ))}
        <Select
          label="Key to verify with"
          options={KEY_CHOICES}
          value={draft.keyFrom}
          onChange={(keyFrom) => change({ keyFrom }, 'key_id')}
        />
        {draft.keyFrom === 'key_id' && (
          <TextField
            label="Key id to verify with"
            isMono
            value={draft.keyId}
            onChange={(keyId) => change({ keyId }, 'key_id')}
            error={errors.at('key_id')}
          />
        )}
        {draft.keyFrom === 'public_keys' &&
          layers.map(({ name, algorithm }, index) => (
            <TextField
              key={name}
              label={`Public key of layer ${index + 1}, ${algorithm}`}
              rows={2}
              isMono
              value={draft.publicKeys[name] ?? ''}
              onChange={(text) => change({ publicKeys: { ...draft.publicKeys, [name]: text } }, `public key ${name}`)}
              error={errors.at(`public key ${name}`)}
            />
          ))}
        <Button
          type="submit"
          variant="primary"
          icon={<ScanSearch aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Verify each layer
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Verifying each layer"
        failedTitle="The signature was not judged"
        onCancel={work.cancel}
        units={hybrid.verify.units}
      />
      {work.result !== null && (
        <Verdict isValid={work.result.valid} layers={judgedLayers(schemeName, work.result)}>
          {work.result.valid
            ? 'Exactly the layers of the scheme are there, and each one holds under the key of its position.'
            : 'Not every layer of the scheme is there and holds. A layer that covers a changed one fails with it.'}
        </Verdict>
      )}
    </Panel>
  );
}

function textTroubles<P extends 'signature' | 'public key'>(
  what: P,
  names: readonly LayerName[],
  texts: LayerTexts,
): FieldErrors<`${P} ${LayerName}`> {
  const found: Partial<Record<`${P} ${LayerName}`, string>> = {};
  for (const name of names) {
    const text = compact(texts[name]);
    if (text !== '' && fromBase64(text) === null) found[`${what} ${name}`] = 'This is not padded base64.';
  }
  return found;
}

/** The layers that were entered; one that was left empty is missing, and is judged so. */
function present(names: readonly LayerName[], texts: LayerTexts): Partial<Record<LayerName, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = compact(texts[name]);
      return text === '' ? [] : [[name, text]];
    }),
  );
}

function compact(text: string | undefined): string {
  return (text ?? '').replaceAll(/\s/g, '');
}

function judgedLayers(
  schemeName: HybridSchemeName,
  { layers }: OutputOf<typeof hybrid.verify>,
): readonly JudgedLayer[] {
  const algorithms = new Map(HYBRID_SCHEMES[schemeName].layers.map(({ name, algorithm }) => [name, algorithm]));
  return LAYER_NAMES.flatMap((name, index) => {
    const isValid = layers[name];
    if (isValid === undefined) return [];
    return [{ id: name, name: `Layer ${index + 1}`, detail: algorithms.get(name) ?? 'not of this scheme', isValid }];
  });
}
