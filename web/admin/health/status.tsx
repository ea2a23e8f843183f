import type { HealthStatus } from '../../../contract/health.ts';
import { formatDateTime } from '../shell/time.ts';
import css from './health.module.css';
import type { Task } from './task-parts.tsx';

/** Status names on screen. */
export const statusLabels: Record<HealthStatus, string> = {
  online: 'Online',
  offline: 'Offline',
  new: 'New',
  paused: 'Paused',
};

const drawings: Record<HealthStatus, string> = {
  online: 'm5.5 10.5 3 3 6-7',
  offline: 'm6.5 6.5 7 7M13.5 6.5l-7 7',
  new: 'M10 6v4.5l3 1.8',
  paused: 'M8 6.5v7M12 6.5v7',
};

/** Status as an icon; shape and colour differ by status. */
export function StatusIcon({ status }: { status: HealthStatus }) {
  return (
    <svg className={css.icon} data-status={status} viewBox="0 0 20 20" role="img" aria-label={statusLabels[status]}>
      <circle cx="10" cy="10" r="9" />
      <path d={drawings[status]} />
    </svg>
  );
}

/** Why a server is offline: `FAILED (exit 3): disk full`, `Silent since …`, `Started but not finished`. */
export function outageText({ cause, exitCode, detail, since }: NonNullable<Task['outage']>): string {
  if (cause === 'unfinished') return 'Started but not finished';
  if (cause === 'silent') return since === null ? 'Silent' : `Silent since ${formatDateTime(since)}`;
  if (cause === null) return '';
  if (cause === 'check') return detail;
  const failed = exitCode === null ? 'FAILED' : `FAILED (exit ${exitCode})`;
  return detail === '' ? failed : `${failed}: ${detail}`;
}
