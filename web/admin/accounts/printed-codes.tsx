import { createPortal } from 'react-dom';
import { trpc } from '../api/client.ts';
import { formatDateTime } from '../shell/time.ts';
import styles from './printed-codes.module.css';
import { currentSession } from './store.ts';

/** What the printer gets while recovery codes are shown: the codes, and whose they are. */
export function PrintedCodes({ codes }: { codes: readonly string[] }) {
  const { data: state } = trpc.secondFactor.state.useQuery();
  return createPortal(
    <div className={styles.sheet} data-printed-codes="">
      <h1>Recovery codes{state?.company && ` for ${state.company}`}</h1>
      <p>
        User {currentSession()?.userName}, {formatDateTime(new Date())}. Each code works once.
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </div>,
    document.body,
  );
}
