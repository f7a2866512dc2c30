import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { DEFAULT_PATH } from './pages.tsx';

export function NotFound() {
  return (
    <>
      <PageHeading title="Not found" />
      <EmptyState
        title="There is no page at this address"
        actions={
          <Link to={DEFAULT_PATH} className={buttonClass('primary')}>
            Go to Verify
          </Link>
        }
      >
        The address may come from another version of the console.
      </EmptyState>
    </>
  );
}
