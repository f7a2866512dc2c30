import {
  HYBRID_MODES,
  HYBRID_SCHEME_NAMES,
  HYBRID_SCHEMES,
  type HybridSchemeName,
} from '@touchstone/core/composite/schemes.ts';
import { useState } from 'react';
import type { BytesDraft } from '../../../parts/bytes/bytes-draft.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { HybridKey } from './hybrid-key.tsx';
import { HybridLayers, MODE_TITLES } from './hybrid-layers.tsx';
import { HybridSign, type HybridSigned, NOTHING_TO_SIGN } from './hybrid-sign.tsx';
import { HybridVerify, layerTexts, NOTHING_TO_VERIFY } from './hybrid-verify.tsx';

const MODES = HYBRID_MODES.map((mode) => ({ value: mode, label: MODE_TITLES[mode] }));

export interface HybridProps {
  readonly schemeName: HybridSchemeName;
  readonly onScheme: (scheme: HybridSchemeName) => void;
}

/** Hybrid signatures: which layers, with which key, signing, and each layer judged alone. */
export function Hybrid({ schemeName, onScheme }: HybridProps) {
  const [toSign, setToSign] = useState(NOTHING_TO_SIGN);
  const [toVerify, setToVerify] = useState(NOTHING_TO_VERIFY);
  const [turn, setTurn] = useState(0);
  const { mode } = HYBRID_SCHEMES[schemeName];
  const ofMode = HYBRID_SCHEME_NAMES.filter((name) => HYBRID_SCHEMES[name].mode === mode);

  const verifyThis = (message: BytesDraft, answer: HybridSigned) => {
    setToVerify({
      message,
      keyFrom: 'key_id',
      key_id: answer.key_id,
      ...layerTexts('signatures', answer.signatures),
      ...layerTexts('public_keys', answer.public_keys),
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
          Scheme <code className="text-13 break-all">{schemeName}</code>{' '}
          <CopyText value={schemeName} label="scheme name" />
        </p>
        <HybridLayers schemeName={schemeName} />
      </Panel>
      <HybridKey schemeName={schemeName} onUse={(key_id) => setToSign((before) => ({ ...before, key_id }))} />
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <HybridSign schemeName={schemeName} input={[toSign, setToSign]} onVerify={verifyThis} />
        <HybridVerify key={`${schemeName} ${turn}`} schemeName={schemeName} input={[toVerify, setToVerify]} />
      </div>
    </div>
  );
}

/** The algorithms that are really used, in the order of the layers. */
function layersText(name: HybridSchemeName): string {
  return HYBRID_SCHEMES[name].layers.map(({ algorithm }) => algorithm).join(' + ');
}
