import type { api } from '@touchstone/core/api/api.ts';
import { video } from '@touchstone/core/api/crypto/video.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { firstBrokenLine } from '@touchstone/core/calls/transcript.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { STATEMENT_EXTENSION, statementFile } from '@touchstone/core/statement/file.ts';
import { Download, FileSignature } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/calls.ts';
import type { Call } from './call-items.ts';
import { refreshCalls } from './queries.ts';

const { transcript: texts } = words;
const UNITS = video.transcript.units.base;

type Answer = OutputOf<typeof api.crypto.video.transcript>;

/** Makes the signed transcript, and shows it with the hash of every line, computed again here. */
export function Transcript({ call }: { readonly call: Call }) {
  const work = useWork((id: string, signal) =>
    client.crypto.video.transcript({ body: { session_id: id, format: 'json' } }, { signal }),
  );
  const make = async () => {
    if ((await work.start(call.session_id)) !== null) await refreshCalls();
  };
  if (!call.record_transcript) {
    return (
      <Section title={texts.title}>
        <p className="text-muted">{texts.none}</p>
      </Section>
    );
  }
  const { result } = work;
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-13 text-muted">{texts.cost(unitsText(UNITS))}</span>
          {result !== null && (
            <Button icon={<Download aria-hidden size={15} />} onPress={() => void save(result)}>
              {texts.save}
            </Button>
          )}
          <Button icon={<FileSignature aria-hidden size={15} />} onPress={() => void make()}>
            {texts.verb}
          </Button>
        </div>
      }
    >
      <WorkStatus
        state={work.state}
        busyLabel={texts.busy}
        failedTitle={texts.failed}
        onCancel={work.cancel}
        units={UNITS}
      />
      {result !== null && <Lines answer={result} />}
    </Section>
  );
}

/** As a statement, which `pq-verify` and the Verify page check without the service. */
function save({ transcript_id: id, transcript, signature }: Answer): Promise<void> {
  const file = statementFile('transcript', transcript as JsonObject, signature);
  return downloadText(`${id}${STATEMENT_EXTENSION}`, `${JSON.stringify(file, null, 2)}\n`);
}

function Lines({ answer }: { readonly answer: Answer }) {
  const lines = linesOf(answer);
  const broken = firstBrokenLine(lines);
  return (
    <div className="space-y-3">
      {broken === null ? (
        <StatusMark look="verified" label={texts.signed(lines.length)} />
      ) : (
        <StatusMark look="failed" label={texts.broken(broken + 1)} />
      )}
      <FactList>
        <Fact name={texts.hash}>
          <HashText value={answer.transcript_hash.replace(/^sha3-256:/, '')} label={texts.hashLabel} />
        </Fact>
      </FactList>
      {lines.length === 0 ? (
        <p className="text-muted">{texts.empty}</p>
      ) : (
        <Table caption={texts.label} columns={Object.entries(texts.columns).map(([id, title]) => ({ id, title }))}>
          {lines.map((line) => (
            <Line key={String(line.sequence)} line={line} />
          ))}
        </Table>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: JsonObject }) {
  return (
    <Row>
      <Cell isHeader noWrap>
        {String(line.sequence)}
      </Cell>
      <Cell noWrap>
        <TimeText value={String(line.at)} />
      </Cell>
      <Cell>{line.from === null ? texts.unnamed : <FileText text={String(line.from)} limit={100} />}</Cell>
      <Cell>{line.to === '*' ? texts.everyone : <FileText text={String(line.to)} limit={100} />}</Cell>
      <Cell>{typeof line.text === 'string' ? <FileText text={line.text} /> : kindWord(line.kind)}</Cell>
      <Cell noWrap>
        <code className="text-12" title={String(line.hash)}>
          {String(line.hash).slice(0, 16)}
        </code>
      </Cell>
    </Row>
  );
}

function linesOf({ transcript }: Answer): readonly JsonObject[] {
  // The contract says no more of it than that it is an object.
  const { lines } = transcript as JsonObject;
  return Array.isArray(lines) ? lines.filter(isJsonObject) : [];
}

function kindWord(kind: JsonValue | undefined): string {
  const [, word = String(kind)] = Object.entries(texts.kinds).find(([name]) => name === kind) ?? [];
  return word;
}
