import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { refreshLedger } from './queries.ts';

/** Under "More" of every part of the page. */
export const REFRESH = refreshAction(refreshLedger);
