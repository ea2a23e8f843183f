import { trpc } from '../api/client.ts';
import type { RecordView } from '../records/record-view.ts';
import { useRecordDestination } from './destination.ts';
import css from './releases.module.css';

/** Marks a row that is new or changed in the release that the table shows. */
export function ReleaseMark({ view, rowId }: { view: RecordView; rowId: number }) {
  const id = useRecordDestination(view)?.id;
  const { data } = trpc.releases.get.useQuery({ id: id ?? 1 }, { enabled: id !== undefined });
  const change = data?.changes.find(
    (known) => known.record === view.path && known.rowId === rowId && known.action === 'save',
  );
  if (id === undefined || !change) return null;
  return <span className={css.mark}>{change.isNew ? 'New' : 'Changed'}</span>;
}
