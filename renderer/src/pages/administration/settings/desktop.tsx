import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShellSettings, ShellUpdate } from '@touchstone/core/shell.ts';
import { useState } from 'react';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/settings.ts';
import { SettingsSection } from './settings-section.tsx';

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
    <SettingsSection id="share" title={words.share.title} lead={words.share.lead}>
      <div className="space-y-3">
        <CheckRow
          isSelected={data.shareOnThisMachine}
          onChange={(shareOnThisMachine) => change.mutate({ shareOnThisMachine })}
          label={words.share.listen}
        />
        <PortField key={data.sharePort} port={data.sharePort} onChange={(sharePort) => change.mutate({ sharePort })} />
        {change.isError && <ErrorState title={words.share.failed}>{words.share.failedText}</ErrorState>}
      </div>
    </SettingsSection>
  );
}

function PortField({ port, onChange }: { readonly port: number; readonly onChange: (port: number) => void }) {
  const [text, setText] = useState(String(port));
  const wanted = /^\d{4,5}$/.test(text) ? Number(text) : 0;
  const isUsable = wanted >= LOWEST_PORT && wanted <= HIGHEST_PORT;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label={words.share.port(LOWEST_PORT, HIGHEST_PORT)} value={text} onChange={setText} />
      <Button isDisabled={!isUsable || wanted === port} onPress={() => onChange(wanted)}>
        {words.share.keep}
      </Button>
    </div>
  );
}

/** Verifies an update that the person has as a file; nothing where no release keys are pinned. */
export function Update() {
  const verify = useMutation({ mutationFn: () => bridge.verifyUpdate() });
  if (!bridge.capabilities.updateFromFile) return null;
  return (
    <SettingsSection id="update" title={words.update.title} lead={words.update.lead}>
      <div className="space-y-3">
        <Button isDisabled={verify.isPending} onPress={() => verify.mutate()}>
          {verify.isPending ? words.update.busy : words.update.choose}
        </Button>
        <div role="status">{verify.data !== undefined && <UpdateResult update={verify.data} />}</div>
        {verify.isError && <ErrorState title={words.update.failed}>{words.update.failedText}</ErrorState>}
      </div>
    </SettingsSection>
  );
}

function UpdateResult({ update }: { readonly update: ShellUpdate }) {
  if (update.outcome === 'cancelled') return null;
  if (update.outcome === 'refused') return <p className="text-failed">{words.update.refused(update.reason)}</p>;
  return <p>{words.update.verified(update.version, <code>{update.path}</code>)}</p>;
}
