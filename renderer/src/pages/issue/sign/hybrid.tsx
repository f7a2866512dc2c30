import {
  HYBRID_MODES,
  HYBRID_SCHEME_NAMES,
  HYBRID_SCHEMES,
  type HybridSchemeName,
} from '@touchstone/core/composite/schemes.ts';
import { useState } from 'react';
import { type BytesDraft, EMPTY_DRAFT } from '../../../parts/bytes/bytes-draft.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { HybridKey } from './hybrid-key.tsx';
import { HybridLayers, MODE_TITLES } from './hybrid-layers.tsx';
import { HybridSign, type HybridSigned } from './hybrid-sign.tsx';
import { HybridVerify, type VerifyDraft } from './hybrid-verify.tsx';

const MODES = HYBRID_MODES.map((mode) => ({ value: mode, label: MODE_TITLES[mode] }));

const NOTHING: VerifyDraft = { message: EMPTY_DRAFT, signatures: {}, keyFrom: 'current', keyId: '', publicKeys: {} };

export interface HybridProps {
  readonly schemeName: HybridSchemeName;
  readonly onScheme: (scheme: HybridSchemeName) => void;
}

/** Hybrid signatures: which layers, with which key, signing, and each layer judged alone. */
export function Hybrid({ schemeName, onScheme }: HybridProps) {
  const [message, setMessage] = useState<BytesDraft>(EMPTY_DRAFT);
  const [keyId, setKeyId] = useState('');
  const [toVerify, setToVerify] = useState<VerifyDraft>(NOTHING);
  const [turn, setTurn] = useState(0);
  const { mode } = HYBRID_SCHEMES[schemeName];
  const ofMode = HYBRID_SCHEME_NAMES.filter((name) => HYBRID_SCHEMES[name].mode === mode);

  const verifyThis = (signed: BytesDraft, answer: HybridSigned) => {
    setToVerify({
      message: signed,
      signatures: answer.signatures,
      keyFrom: 'key_id',
      keyId: answer.key_id,
      publicKeys: answer.public_keys,
    });
    setTurn(turn + 1);
    if (answer.scheme !== schemeName) onScheme(answer.scheme);
  };
  return (
    <div className="space-y-(--gap)">
      <Panel title="Mode and layers">
        <div className="flex flex-wrap gap-3">
          <div className="w-52 max-w-full">
            <Select
              label="Mode"
              options={MODES}
              value={mode}
              onChange={(wanted) => {
                const first = HYBRID_SCHEME_NAMES.find((name) => HYBRID_SCHEMES[name].mode === wanted);
                if (first !== undefined && wanted !== mode) onScheme(first);
              }}
            />
          </div>
          <div className="w-full max-w-120 min-w-0">
            <Select
              label="Layers"
              options={ofMode.map((name) => ({ value: name, label: layersText(name) }))}
              value={schemeName}
              onChange={onScheme}
            />
          </div>
        </div>
        <p>
          Scheme <code className="text-[0.8125rem] break-all">{schemeName}</code>{' '}
          <CopyText value={schemeName} label="scheme name" />
        </p>
        <HybridLayers schemeName={schemeName} />
      </Panel>
      <HybridKey schemeName={schemeName} onUse={setKeyId} />
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <HybridSign
          schemeName={schemeName}
          message={message}
          onMessage={setMessage}
          keyId={keyId}
          onKeyId={setKeyId}
          onVerify={verifyThis}
        />
        <HybridVerify key={`${schemeName} ${turn}`} schemeName={schemeName} draft={toVerify} onDraft={setToVerify} />
      </div>
    </div>
  );
}

/** The algorithms that are really used, in the order of the layers. */
function layersText(name: HybridSchemeName): string {
  return HYBRID_SCHEMES[name].layers.map(({ algorithm }) => algorithm).join(' + ');
}
