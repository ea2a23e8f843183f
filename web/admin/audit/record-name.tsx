interface Props {
  entry: { record: string | null; recordId: string | null; recordName: string };
  /** True to show the id also beside a name. */
  hasId?: boolean;
}

/** A record by its kind and name, such as SMS contact *Night shift*; by its id if it has no name. */
export function RecordName({ entry: { record, recordId, recordName }, hasId = false }: Props) {
  if (record === null && recordId === null) return '–';
  const id = recordId === null || (recordName !== '' && !hasId) ? '' : recordName === '' ? recordId : `(${recordId})`;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {record} {recordName !== '' && <em>{recordName}</em>} {id}
    </span>
  );
}
