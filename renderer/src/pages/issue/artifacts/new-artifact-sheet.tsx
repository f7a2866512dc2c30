import { useQuery } from '@tanstack/react-query';
import { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/issue/new-artifact.ts';
import type { ArtifactItem } from './artifact-items.ts';
import { EvidenceList, evidenceOf } from './evidence-list.ts';
import { fittingSets, signerOf } from './fitting-sets.ts';
import { EMPTY, type IssueDraft, nextCycle, subjectOf, summaryOf, troublesOf } from './issue-draft.ts';
import { IssueForm } from './issue-form.tsx';
import { issueInWorker } from './issue-in-worker.ts';
import { attestationMembers, type IssueResults } from './issue-jobs.ts';
import { failedPillars, issuedAlready, type Prepared } from './prepared.ts';
import { Preview } from './preview.tsx';
import { newestArtifacts, ownArtifactSetsQuery, refreshArtifacts } from './queries.ts';
import { readEvidence } from './read-evidence.ts';

const UNITS = artifacts.create.units;

export interface NewArtifactSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly onClose: () => void;
  readonly onIssued: (artifact: ArtifactItem) => void;
}

/** Issues an artifact in two steps: what it states with its files, then the five attestations that are made of them. */
export function NewArtifactSheet({ act, onClose, onIssued }: NewArtifactSheetProps) {
  const announce = useAnnounce();
  const [evidence] = useState(() => new EvidenceList(readEvidence));
  const snapshot = useSyncExternalStore(evidence.subscribe, evidence.snapshot);
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [hasMoved, setMoved] = useState(false);
  const [isAllowed, setAllowed] = useState(false);
  const [wentBack, setWentBack] = useState(false);
  const attesting = useAttesting();
  const issuing = useWork(issue);
  const draft = useDraft(useState<IssueDraft>(EMPTY), issuing.state);
  const own = useQuery({ ...ownArtifactSetsQuery, enabled: act !== null });
  const { store } = useTrustStore();
  const principal = own.data?.principal ?? null;
  const signers = principal === null ? [] : fittingSets(store, { name: ISSUER_NAME, principal });
  const signer = signerOf(draft.values.signer, signers);

  const fillSample = useEffectEvent(() => {
    const { files, ...sample } = words.sample;
    setPrepared(null);
    draft.fill({ ...EMPTY, ...sample, 'subject.category': 'demo' });
    evidence.clear();
    evidence.add(files.map(({ name, text }) => ({ name, file: new File([text], name) })));
  });
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);

  const prepare = async () => {
    const made = await attesting.start({ draft: draft.values, files: snapshot.files, signer });
    setPrepared(made);
    if (made !== null) announce(words.preview.announce(failedPillars(made.attested).length));
    return made;
  };
  const preview = async () => {
    if (!draft.check(troublesOf(draft.values, snapshot.files))) return;
    setMoved(false);
    setAllowed(false);
    issuing.reset();
    await prepare();
  };
  const send = async () => {
    if (prepared === null) return;
    const answer = await issuing.start(prepared);
    if (answer === null) return;
    if (answer === 'cycle_taken') {
      if ((await prepare()) !== null) setMoved(true);
      return;
    }
    draft.fill(EMPTY);
    evidence.clear();
    setPrepared(null);
    attesting.forget();
    announce(words.done(answer.subject.name));
    refreshArtifacts(answer);
    onIssued(answer);
  };
  const isRefused =
    prepared !== null &&
    (prepared.attested.refusal !== null || (failedPillars(prepared.attested).length > 0 && !isAllowed));
  const isForm = prepared === null;
  return (
    <FormSheet
      texts={{
        title: words.title,
        send: isForm ? words.send : words.issue,
        busy: isForm ? words.busy : words.issuing,
        failed: isForm ? words.failed : words.issueFailed,
      }}
      note={words.cost(unitsText(UNITS))}
      size="wide"
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(isForm ? preview : send)}
      isDisabled={isRefused}
      work={isForm ? attesting : issuing}
      units={isForm ? 0 : UNITS}
    >
      {isForm ? (
        <IssueForm
          {...{ draft, evidence, snapshot, principal, signers, signer }}
          principalError={own.error}
          takesFocus={wentBack}
        />
      ) : (
        <Preview
          {...{ prepared, hasMoved, isAllowed }}
          onAllow={setAllowed}
          onBack={() => {
            setWentBack(true);
            setPrepared(null);
            attesting.reset();
          }}
        />
      )}
    </FormSheet>
  );
}

interface Attesting {
  readonly draft: IssueDraft;
  readonly files: Parameters<typeof evidenceOf>[0];
  readonly signer: ReturnType<typeof signerOf>;
}

/** Makes the attestations. The self-tests take seconds: those of this draft count until it is issued. */
function useAttesting() {
  const selfTests = useRef<IssueResults['self_tests'] | null>(null);
  const work = useWork(async ({ draft, files, signer }: Attesting, signal): Promise<Prepared> => {
    const [{ principal }, newest] = await Promise.all([
      queryClient.fetchQuery(ownArtifactSetsQuery),
      newestArtifacts(signal),
    ]);
    selfTests.current ??= await issueInWorker({ kind: 'self_tests' }, signal);
    const issuedAt = Date.now();
    const common = {
      subject: subjectOf(draft),
      humanSummary: summaryOf(draft, files),
      cycleId: nextCycle(newest, issuedAt),
    };
    const evidence = evidenceOf(files);
    const issuer = { name: ISSUER_NAME, principal };
    const attested = await issueInWorker(
      { kind: 'attest', ...common, issuedAt, issuer, keySet: signer, evidence, selfTests: selfTests.current },
      signal,
    );
    const supplied = files.flatMap(({ state }) => (state.kind === 'bundle' ? state.pillar : []));
    return { ...common, attested, supplied, files: evidence.items.length, signer: signer?.keyset_id ?? null };
  });
  return {
    ...work,
    /** The next artifact has tests of its own. */
    forget: () => {
      selfTests.current = null;
    },
  };
}

/** The attestations state their cycle, so they are made anew where another artifact has taken the number since. */
async function issue(prepared: Prepared, signal: AbortSignal): Promise<ArtifactItem | 'cycle_taken'> {
  const { subject, humanSummary, cycleId, attested } = prepared;
  const newest = await newestArtifacts(signal);
  const issued = issuedAlready(newest, prepared);
  if (issued !== undefined) return issued;
  if (nextCycle(newest, Date.now()) !== cycleId) return 'cycle_taken';
  const { load_bearing_pillars, additional_assurances, ...summary } = humanSummary;
  return client.artifacts.artifacts.create(
    {
      body: {
        subject,
        human_summary: {
          ...summary,
          ...(load_bearing_pillars === undefined ? {} : { load_bearing_pillars: [...load_bearing_pillars] }),
          ...(additional_assurances === undefined ? {} : { additional_assurances: [...additional_assurances] }),
        },
        attestations: attestationMembers(attested.attestations),
        cycle_id: cycleId,
      },
    },
    { signal, timeoutMs: 120_000 },
  );
}
