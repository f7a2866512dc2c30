import { useState } from 'react';
import { words } from '../../../words/issue/sign.ts';
import { MlDsaKey } from './ml-dsa-key.tsx';
import { MlDsaSign, NOTHING_TO_SIGN } from './ml-dsa-sign.tsx';
import { MlDsaVerify, NOTHING_TO_VERIFY } from './ml-dsa-verify.tsx';

/** ML-DSA: keys in the server's hands or your own, signing, verifying. What was made is carried to the next step on request. */
export function MlDsa() {
  const [toSign, setToSign] = useState(NOTHING_TO_SIGN);
  const [toVerify, setToVerify] = useState(NOTHING_TO_VERIFY);
  const [turn, setTurn] = useState(0);
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-[80ch] text-muted">{words.mlDsa.lead}</p>
      <MlDsaKey
        onUse={({ key_id, secret_key, algorithm, public_key }) => {
          setToSign((before) => ({
            ...before,
            by: key_id === undefined ? 'secret_key' : 'key_id',
            key_id: key_id ?? '',
            secret_key: secret_key ?? '',
            security_level: algorithm,
          }));
          setToVerify((before) => ({ ...before, public_key }));
        }}
      />
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <MlDsaSign
          input={[toSign, setToSign]}
          onVerify={(message, signature) => {
            setToVerify((before) => ({ ...before, message, signature }));
            setTurn(turn + 1);
          }}
        />
        <MlDsaVerify key={turn} input={[toVerify, setToVerify]} />
      </div>
    </div>
  );
}
