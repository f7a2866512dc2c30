import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TimedText } from '../../src/ui/timed-text.tsx';

it('shows the times in a sentence as times, and the rest as it stands', () => {
  const html = renderToStaticMarkup(<TimedText text="Accepted on 2026-11-28T01:06:06.458Z, <b> by Ada." />);
  expect(html).toMatch(/^Accepted on <time dateTime="2026-11-28T01:06:06.458Z"[^>]*>.*<\/time>, &lt;b&gt; by Ada\.$/);
  expect(renderToStaticMarkup(<TimedText text="Not accepted." />)).toBe('Not accepted.');
});
