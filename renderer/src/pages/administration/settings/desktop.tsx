import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShellSettings, ShellUpdate } from '@touchstone/core/shell.ts';
import { useState } from 'react';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Section } from './section.tsx';

const LOWEST_PORT = 1024;
const HIGHEST_PORT = 65_535;

/** Settings that only the desktop application has; nothing in a browser. */
export function Desktop() {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['shell-settings'], queryFn: () => bridge.readSettings() });
  const change = useMutation({
    mutationFn: (wanted: Partial<ShellSettings>) => bridge.writeSettings(wanted),
    onSuccess: (settings) => queries.setQueryData(['shell-settings'], settings),
  });
  if (data === undefined || data === null) return null;
  return (
    <Section
      id="share"
      title="Share on this machine"
      lead="The application needs no network port. SDKs and agents on this machine do: with this switched on, the server also listens on 127.0.0.1, from the next start of the application."
    >
      <div className="space-y-3">
        <CheckRow
          isSelected={data.shareOnThisMachine}
          onChange={(shareOnThisMachine) => change.mutate({ shareOnThisMachine })}
          label="Listen on 127.0.0.1 for programs of this machine"
        />
        <PortField key={data.sharePort} port={data.sharePort} onChange={(sharePort) => change.mutate({ sharePort })} />
        {change.isError && (
          <ErrorState title="The setting was not saved">The file of settings could not be written.</ErrorState>
        )}
      </div>
    </Section>
  );
}

function PortField({ port, onChange }: { readonly port: number; readonly onChange: (port: number) => void }) {
  const [text, setText] = useState(String(port));
  const wanted = /^\d{4,5}$/.test(text) ? Number(text) : 0;
  const isUsable = wanted >= LOWEST_PORT && wanted <= HIGHEST_PORT;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label={`Port (${LOWEST_PORT} to ${HIGHEST_PORT})`} value={text} onChange={setText} />
      <Button isDisabled={!isUsable || wanted === port} onPress={() => onChange(wanted)}>
        Keep the port
      </Button>
    </div>
  );
}

/** Verifies an update that the person has as a file; nothing where no release keys are pinned. */
export function Update() {
  const verify = useMutation({ mutationFn: () => bridge.verifyUpdate() });
  if (!bridge.capabilities.updateFromFile) return null;
  return (
    <Section
      id="update"
      title="Update from a file"
      lead="Choose the manifest of a release, with its file beside it. Its signatures are verified here; nothing is installed by itself and nothing is downloaded."
    >
      <div className="space-y-3">
        <Button isDisabled={verify.isPending} onPress={() => verify.mutate()}>
          {verify.isPending ? 'Verifying' : 'Choose a release manifest'}
        </Button>
        <div role="status">{verify.data !== undefined && <UpdateResult update={verify.data} />}</div>
        {verify.isError && <ErrorState title="The update was not verified">Its files could not be read.</ErrorState>}
      </div>
    </Section>
  );
}

function UpdateResult({ update }: { readonly update: ShellUpdate }) {
  if (update.outcome === 'cancelled') return null;
  if (update.outcome === 'refused') return <p className="text-failed">Refused: {update.reason}</p>;
  return (
    <p>
      Version {update.version} is verified. Install it with your system's own installer: <code>{update.path}</code>
    </p>
  );
}
