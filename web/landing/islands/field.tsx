import { type ReactNode, useId } from 'react';

/** Attributes that link an input to its label and error message. */
interface FieldInput {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  error: string | undefined;
  /** Renders the input. */
  children: (input: FieldInput) => ReactNode;
}

/** Renders a labelled input with its error message. */
export function Field({ label, error, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? errorId : undefined })}
      {error && <p id={errorId}>{error}</p>}
    </div>
  );
}
