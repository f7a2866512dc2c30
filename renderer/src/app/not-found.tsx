import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { words } from '../words/app/frame.ts';
import { DEFAULT_PATH } from './pages.tsx';

export function NotFound() {
  return (
    <>
      <PageHeading title={words.notFound.title} />
      <EmptyState
        title={words.notFound.text}
        actions={
          <Link to={DEFAULT_PATH} className={buttonClass('primary')}>
            {words.notFound.go}
          </Link>
        }
      >
        <p>{words.notFound.why}</p>
      </EmptyState>
    </>
  );
}
