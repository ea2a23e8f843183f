import { Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { hasLeftField } from '../fields/left-field.ts';
import type { Draft, Folded, RecordField } from './record-view.ts';
import css from './row-form.module.css';

interface Props {
  fields: readonly RecordField[];
  /** The part that is closed at first, at the place of its first field. */
  folded?: Folded<string> | undefined;
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
export function RecordFields({ fields, folded, ...props }: Props) {
  const isFolded = ({ name }: RecordField) => folded?.fields.includes(name) ?? false;
  const start = fields.findIndex(isFolded);
  if (!folded || start < 0) return <Fields fields={fields} first={fields[0]?.name} {...props} />;
  return (
    <>
      <Fields fields={fields.slice(0, start)} first={fields[0]?.name} {...props} />
      <Fold folded={folded} hasErrors={folded.fields.some((name) => errorText(props.errors[name]))}>
        <Fields fields={fields.filter(isFolded)} {...props} />
      </Fold>
      <Fields fields={fields.slice(start).filter((field) => !isFolded(field))} {...props} />
    </>
  );
}

function Fields({
  fields,
  first,
  values,
  errors,
  inputId,
  isReadOnly = false,
  onChange,
  onLeave,
}: Omit<Props, 'folded'> & { first?: string | undefined }) {
  return (
    <div className={css.fields}>
      {fields.map(({ name, info, widget: { Input, isWide } }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles blur of the field inside
        <div key={name} data-wide={isWide} onBlur={(event) => hasLeftField(event) && onLeave(name)}>
          <Input
            id={inputId(name)}
            info={info}
            value={values[name]}
            error={errorText(errors[name])}
            isReadOnly={isReadOnly}
            isFirst={name === first}
            onChange={(value) => onChange(name, value)}
          />
        </div>
      ))}
    </div>
  );
}

interface FoldProps {
  folded: Folded<string>;
  /** True opens the part. */
  hasErrors: boolean;
  children: ReactNode;
}

/** A part of the form that loads what it contains when it is first opened. */
function Fold({ folded, hasErrors, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || hasErrors;
  return (
    <details className={css.fold} open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {folded.title}
        <Text component="span" size="sm" c="dimmed">
          {folded.hint}
        </Text>
      </summary>
      {/* Its inputs load while the rest of the form stays. */}
      {isShown && <Suspense>{children}</Suspense>}
    </details>
  );
}

function errorText(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
