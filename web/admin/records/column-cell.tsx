import { FlagSwitch } from './flag-switch.tsx';
import type { RecordView, Row } from './record-view.ts';

interface ColumnCellProps {
  view: RecordView;
  row: Row;
  column: RecordView['columns'][number];
  isInForm?: boolean;
}

/** A value of a row: a switch for a flag of the form, otherwise as the column draws it. */
export function ColumnCell({ view, row, column: { name, header, kind, Cell }, isInForm = false }: ColumnCellProps) {
  const isSwitch = kind === 'flag' && view.fields.some((field) => field.name === name);
  if (isSwitch) return <FlagSwitch view={view} row={row} name={name} header={header} isInForm={isInForm} />;
  return <Cell value={row[name]} />;
}
