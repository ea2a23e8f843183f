import { useMemo } from 'react';
import { trpc } from '../api/client.ts';
import type { RecordView } from '../records/record-view.ts';
import { useRecordDestination } from './destination.ts';
import css from './releases.module.css';

type Mark = 'New' | 'Changed';

/** The rows of a record that are new or changed in the chosen release, by id; none on the live page. */
export function useReleaseMarks({ path }: RecordView): ReadonlyMap<number, Mark> {
  const id = useRecordDestination({ path })?.id;
  const { data } = trpc.releases.get.useQuery({ id: id ?? 1 }, { enabled: id !== undefined });
  return useMemo(() => {
    const changes = (id !== undefined && data?.changes) || [];
    const saves = changes.filter(({ record, action }) => record === path && action === 'save');
    return new Map(saves.map(({ rowId, isNew }) => [rowId, isNew ? 'New' : 'Changed']));
  }, [id, data, path]);
}

/** A mark beside the name of a row. */
export function ReleaseMark({ mark }: { mark: Mark | undefined }) {
  return mark && <span className={css.mark}>{mark}</span>;
}
