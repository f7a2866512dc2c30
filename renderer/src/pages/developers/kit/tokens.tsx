const SIZES = ['text-28', 'text-20', 'text-16', 'text-14', 'text-13', 'text-12'] as const;

export function Sizes() {
  return (
    <div className="space-y-2">
      {SIZES.map((size) => (
        <p key={size} className="flex items-baseline gap-4">
          <code className="w-16 shrink-0 text-12 text-muted">{size}</code>
          <span className={size}>Every access is logged and signed 0123456789</span>
        </p>
      ))}
      <p className="flex items-baseline gap-4">
        <code className="w-16 shrink-0 text-12 text-muted">mono 13</code>
        <code className="text-13">00ff 81c2 9d4e il1 0O</code>
      </p>
    </div>
  );
}

const GROUNDS = ['bg-page', 'bg-side', 'bg-surface', 'bg-sunken', 'bg-accent-soft', 'bg-accent'] as const;
const STATUS = ['verified', 'pending', 'inconclusive', 'failed', 'skipped'] as const;
const STATUS_LOOKS: Readonly<Record<(typeof STATUS)[number], string>> = {
  verified: 'bg-verified-soft text-verified',
  pending: 'bg-pending-soft text-pending',
  inconclusive: 'bg-inconclusive-soft text-inconclusive',
  failed: 'bg-failed-soft text-failed',
  skipped: 'bg-skipped-soft text-skipped',
};

export function Colours() {
  return (
    <div className="space-y-3 text-12">
      <div className="flex flex-wrap gap-2">
        {GROUNDS.map((ground) => (
          <div key={ground} className="w-24">
            <div className={`h-10 rounded border border-line ${ground}`} />
            <code className="text-muted">{ground}</code>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {STATUS.map((name) => (
          <div key={name} className={`w-24 rounded px-2 py-2 font-medium ${STATUS_LOOKS[name]}`}>
            {name}
          </div>
        ))}
      </div>
      <p>
        <span className="text-text">text-text</span> · <span className="text-muted">text-muted</span> ·{' '}
        <span className="text-accent">text-accent</span>
      </p>
    </div>
  );
}
