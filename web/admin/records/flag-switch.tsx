import { Switch } from '@mantine/core';
import css from './flag-switch.module.css';
import type { RecordView, Row } from './record-view.ts';
import { useFlag } from './use-flag.ts';

interface Props {
  view: RecordView;
  row: Row;
  /** Field of the row. */
  name: string;
  /** Header of the column. */
  header: string;
  /** True while the row's form is open: the form has the same field. */
  isInForm?: boolean;
}

/** Yes or No of a row (specification, section 2), which a press changes and saves at once. */
export function FlagSwitch({ view, row, name, header, isInForm = false }: Props) {
  const { isOn, isSaving, change } = useFlag(view, row, name);
  const isLocked = isSaving || isInForm;
  return (
    <Switch
      size="xs"
      withThumbIndicator={false}
      classNames={{
        body: css.body ?? '',
        track: css.track ?? '',
        label: css.label ?? '',
        labelWrapper: css.text ?? '',
      }}
      label={isOn ? 'Yes' : 'No'}
      aria-label={`${header} of ${view.title(row)}`}
      checked={isOn}
      // The attribute `disabled` would take the focus from the switch.
      aria-disabled={isLocked}
      data-locked={isLocked || undefined}
      title={isInForm ? 'The form above has this field.' : undefined}
      onChange={() => !isLocked && change(!isOn)}
    />
  );
}
