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
import { EMPTY_DRAFT, readDraft } from '../../../parts/bytes/bytes-draft.ts';
import { BytesInput } from '../../../parts/bytes/bytes-input.tsx';
import { type DraftOf, type DraftState, type FieldErrors, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/sign.ts';
import { compactBase64 } from './base64-text.ts';
import { type JudgedLayer, Verdict } from './verdict.tsx';

const { hybrid: texts } = words;

/** The members that hold a text for each layer. */
type Layered = 'signatures' | 'public_keys';

export const NOTHING_TO_VERIFY = {
  message: EMPTY_DRAFT,
  keyFrom: 'current' as 'current' | 'key_id' | 'public_keys',
  key_id: '',
  ...layerTexts('signatures', {}),
  ...layerTexts('public_keys', {}),
} satisfies DraftOf<typeof hybrid.verify, 'keyFrom'>;
type VerifyDraft = typeof NOTHING_TO_VERIFY;

const KEY_CHOICES = [
  { value: 'current', label: texts.keyChoices.current },
  { value: 'key_id', label: texts.keyChoices.key_id },
  { value: 'public_keys', label: texts.keyChoices.public_keys },
] as const;

export interface HybridVerifyProps {
  readonly schemeName: HybridSchemeName;
  readonly input: DraftState<VerifyDraft>;
}

/** Verifies a layered signature; a layer that is left empty is judged as missing. */
export function HybridVerify({ schemeName, input }: HybridVerifyProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof hybrid.verify>['body'], signal) =>
    client.crypto.hybrid.verify({ body }, { signal, timeoutMs: 120_000 }),
  );
  const draft = useDraft(input, work.state, { naming: 'key_id', onChange: work.reset });
  const { values } = draft;
  const { keyFrom } = values;
  const { layers } = HYBRID_SCHEMES[schemeName];
  const verify = async () => {
    const read = readDraft(values.message);
    const key_id = values.key_id.trim();
    const names = layers.map(({ name }) => name);
    const found = {
      message: read.ok ? '' : read.message,
      key_id: keyFrom === 'key_id' && key_id === '' ? words.enter(texts.idOfKey) : '',
      ...textTroubles('signatures', names, values),
      ...(keyFrom === 'public_keys' ? textTroubles('public_keys', names, values) : {}),
    };
    if (!draft.check(found) || !read.ok) return;
    const answer = await work.start({
      message: read.base64,
      scheme: schemeName,
      signatures: present('signatures', names, values),
      ...(keyFrom === 'key_id' ? { key_id } : {}),
      ...(keyFrom === 'public_keys' ? { public_keys: present('public_keys', names, values) } : {}),
    });
    if (answer !== null)
      announce(answer.valid ? words.verdict.valid : words.verdict.invalid, answer.valid ? 'polite' : 'assertive');
  };
  return (
    <Panel title={texts.verify} aside={words.free}>
      <form onSubmit={draft.submit(verify)} noValidate className="space-y-3">
        <BytesInput label={texts.signedMessage} {...draft.field('message')} />
        {layers.map(({ name, algorithm }, index) => (
          <TextField
            key={name}
            label={texts.signatureField(index + 1, algorithm)}
            rows={2}
            isMono
            {...draft.field(`signatures.${name}`)}
          />
        ))}
        <Select
          label={texts.keyFrom}
          options={KEY_CHOICES}
          value={keyFrom}
          onChange={(from) => draft.change({ keyFrom: from }, ['key_id'])}
        />
        {keyFrom === 'key_id' && <TextField label={texts.verifyKeyId} isMono {...draft.field('key_id')} />}
        {keyFrom === 'public_keys' &&
          layers.map(({ name, algorithm }, index) => (
            <TextField
              key={name}
              label={texts.publicKeyField(index + 1, algorithm)}
              rows={2}
              isMono
              {...draft.field(`public_keys.${name}`)}
            />
          ))}
        <Button type="submit" icon={<ScanSearch aria-hidden size={16} />} isDisabled={work.state.status === 'busy'}>
          {texts.verifySend}
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={texts.verifyBusy}
        failedTitle={texts.verifyFailed}
        onCancel={work.cancel}
        units={hybrid.verify.units}
      />
      {work.result !== null && (
        <Verdict isValid={work.result.valid} layers={judgedLayers(schemeName, work.result)}>
          {work.result.valid ? texts.valid : texts.invalid}
        </Verdict>
      )}
    </Panel>
  );
}

/** The values of the fields of a layered member. */
export function layerTexts<M extends Layered>(
  member: M,
  texts: Readonly<Partial<Record<LayerName, string | undefined>>>,
): Record<`${M}.${LayerName}`, string> {
  const values = LAYER_NAMES.map((name) => [`${member}.${name}`, texts[name] ?? '']);
  return Object.fromEntries(values) as Record<`${M}.${LayerName}`, string>;
}

function textTroubles(
  member: Layered,
  names: readonly LayerName[],
  values: VerifyDraft,
): FieldErrors<`${Layered}.${LayerName}`> {
  const wrong = names.filter((name) => fromBase64(compactBase64(values[`${member}.${name}`])) === null);
  return Object.fromEntries(wrong.map((name) => [`${member}.${name}`, words.notBase64]));
}

/** The layers that were entered; one that was left empty is missing, and is judged so. */
function present(
  member: Layered,
  names: readonly LayerName[],
  values: VerifyDraft,
): Partial<Record<LayerName, string>> {
  const texts = names.map((name) => [name, compactBase64(values[`${member}.${name}`])] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function judgedLayers(
  schemeName: HybridSchemeName,
  { layers }: OutputOf<typeof hybrid.verify>,
): readonly JudgedLayer[] {
  const algorithms = new Map(HYBRID_SCHEMES[schemeName].layers.map(({ name, algorithm }) => [name, algorithm]));
  return LAYER_NAMES.flatMap((name, index) => {
    const isValid = layers[name];
    if (isValid === undefined) return [];
    return [{ id: name, name: texts.layer(index + 1), detail: algorithms.get(name) ?? texts.notOfScheme, isValid }];
  });
}
