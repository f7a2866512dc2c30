import { useState } from 'react';
import { EMPTY_DRAFT } from '../../../parts/bytes/bytes-draft.ts';
import { MlDsaKey } from './ml-dsa-key.tsx';
import { MlDsaSign, type SigningKeyDraft } from './ml-dsa-sign.tsx';
import { MlDsaVerify, type VerifyDraft } from './ml-dsa-verify.tsx';

/** ML-DSA: keys in the server's hands or your own, signing, verifying. What was made is carried to the next step on request. */
export function MlDsa() {
  const [key, setKey] = useState<SigningKeyDraft>({ by: 'key_id', keyId: '', secretKey: '', level: 'ML-DSA-65' });
  const [toVerify, setToVerify] = useState<VerifyDraft>({ message: EMPTY_DRAFT, signature: '', publicKey: '' });
  const [turn, setTurn] = useState(0);
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-[80ch] text-muted">
        FIPS 204 as it stands: your bytes are signed without a tag, with an empty context, hedged with fresh randomness.
        Two signatures over the same bytes differ.
      </p>
      <MlDsaKey
        onUse={(answer) => {
          setKey({
            by: answer.key_id === undefined ? 'secret_key' : 'key_id',
            keyId: answer.key_id ?? '',
            secretKey: answer.secret_key ?? '',
            level: answer.algorithm,
          });
          setToVerify({ ...toVerify, publicKey: answer.public_key });
        }}
      />
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <MlDsaSign
          signingKey={key}
          onKey={setKey}
          onVerify={(message, signature) => {
            setToVerify({ ...toVerify, message, signature });
            setTurn(turn + 1);
          }}
        />
        <MlDsaVerify key={turn} draft={toVerify} onDraft={setToVerify} />
      </div>
    </div>
  );
}
