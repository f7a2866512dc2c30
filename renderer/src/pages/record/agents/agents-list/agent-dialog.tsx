import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LongValue } from '../../../../parts/bytes/long-value.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useAddress } from '../address.ts';
import type { Agent } from '../data/queries.ts';
import { REDACTION_SENTENCES, REDACTION_WORDS, TYPE_WORDS } from './agent-items.ts';

/** One agent; null closes the dialog. */
export function AgentDialog({ agent, onClose }: { readonly agent: Agent | null; readonly onClose: () => void }) {
  const { goToTab } = useAddress();
  // A dialog that closes still shows what it showed.
  const [last, setLast] = useState(agent);
  if (agent !== null && agent !== last) setLast(agent);
  const shown = agent ?? last;
  return (
    <Dialog
      title="Agent"
      isOpen={agent !== null}
      onOpenChange={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={() => goToTab('sessions', { q: shown?.agent_id })}>Its sessions</Button>
          <Button variant="primary" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      {shown !== null && (
        <>
          <FactList>
            <Fact name="Name">
              <FileText text={shown.name} />
            </Fact>
            <Fact name="Canonical name">
              <code className="text-13 break-all">{shown.canonical_name}</code>
            </Fact>
            <Fact name="Agent id">
              <code className="text-13">{shown.agent_id}</code> <CopyText value={shown.agent_id} label="agent id" />
            </Fact>
            <Fact name="Tenant">
              <FileText text={shown.tenant} />
            </Fact>
            <Fact name="Type">{TYPE_WORDS[shown.agent_type]}</Fact>
            <Fact name="Capabilities, as it names them">
              <FileText text={shown.capabilities.join(', ')} />
            </Fact>
            <Fact name="Kept of its receipts">
              {REDACTION_WORDS[shown.redaction_level]}. {REDACTION_SENTENCES[shown.redaction_level]}
            </Fact>
            <Fact name="Registered">
              <TimeText value={shown.registered_at} />
            </Fact>
            <Fact name="Receipt of the registration">
              <code className="text-13 break-all">{shown.node_id}</code>{' '}
              <CopyText value={shown.node_id} label="receipt id of the registration" />
            </Fact>
            {shown.svc_74_attestation !== null && (
              <Fact name="Seal of the registration">
                <Link
                  to="/receipts"
                  search={{ name: shown.svc_74_attestation }}
                  className="text-accent underline underline-offset-2"
                >
                  Verify the receipt that binds the key to this agent
                </Link>
              </Fact>
            )}
          </FactList>
          <LongValue value={shown.public_key} label="public key, ML-DSA-65" />
          <p className="max-w-prose text-muted">
            The service holds the secret key. A signature means that the service recorded something for the API key that
            called, not that the agent itself signed.
          </p>
        </>
      )}
    </Dialog>
  );
}
