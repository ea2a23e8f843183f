import { hasLeftField } from '../fields/left-field.ts';
import type { Draft, RecordField } from './record-view.ts';
import css from './row-form.module.css';

interface Props {
  fields: readonly RecordField[];
  values: Draft;
  /** Message of each invalid field. */
  errors: Readonly<Record<string, unknown>>;
  /** Id of a field's input. */
  inputId: (name: string) => string;
  isReadOnly?: boolean;
  onChange: (name: string, value: unknown) => void;
  /** Called when the focus has left a field. */
  onLeave: (name: string) => void;
}

/** The inputs of a row's fields, in the form's order. */
export function RecordFields({ fields, values, errors, inputId, isReadOnly = false, onChange, onLeave }: Props) {
  return (
    <div className={css.fields}>
      {fields.map(({ name, info, widget: { Input, isWide } }, place) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles blur of the field inside
        <div key={name} data-wide={isWide} onBlur={(event) => hasLeftField(event) && onLeave(name)}>
          <Input
            id={inputId(name)}
            info={info}
            value={values[name]}
            error={errorText(errors[name])}
            isReadOnly={isReadOnly}
            isFirst={place === 0}
            onChange={(value) => onChange(name, value)}
          />
        </div>
      ))}
    </div>
  );
}

function errorText(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
