import { useState } from 'react';
import { words } from '../../../words/issue/sign.ts';
import { MlKemCompare } from './ml-kem-compare.tsx';
import { MlKemDecapsulate } from './ml-kem-decapsulate.tsx';
import { MlKemEncapsulate } from './ml-kem-encapsulate.tsx';
import { MlKemKey } from './ml-kem-key.tsx';

/** ML-KEM: a key pair, a shared secret for its holder, opening it, and comparing what both sides have. */
export function MlKem() {
  const [toSeal, setToSeal] = useState({ public_key: '' });
  const [toOpen, setToOpen] = useState({ ciphertext: '', secret_key: '' });
  const [sent, setSent] = useState('');
  const [received, setReceived] = useState('');
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-[80ch] text-muted">{words.mlKem.lead}</p>
      <MlKemKey
        onUse={({ public_key, secret_key }) => {
          setToSeal({ public_key });
          setToOpen((before) => ({ ...before, secret_key }));
        }}
      />
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <MlKemEncapsulate
          input={[toSeal, setToSeal]}
          onMade={({ shared_secret }) => setSent(shared_secret)}
          onUse={(ciphertext) => setToOpen((before) => ({ ...before, ciphertext }))}
        />
        <MlKemDecapsulate input={[toOpen, setToOpen]} onOpened={setReceived} />
      </div>
      <MlKemCompare sent={sent} onSent={setSent} received={received} onReceived={setReceived} />
    </div>
  );
}
