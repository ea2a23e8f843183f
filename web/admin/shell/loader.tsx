import { usePendingRequests } from '../api/pending.ts';
import css from './loader.module.css';

/** Bar at the top of the window during requests (specification, sections 4 and 9). */
export function Loader() {
  const isPending = usePendingRequests() > 0;
  return (
    <div
      className={css.loader}
      data-pending={isPending || undefined}
      role="status"
      aria-label={isPending ? 'Loading' : ''}
    >
      <div className={css.bar} />
    </div>
  );
}
