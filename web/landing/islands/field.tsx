import { type ReactNode, useId } from 'react';

/** What ties an input to its label and its message. */
interface FieldInput {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  problem: string | undefined;
  /** Draws the input. */
  children: (input: FieldInput) => ReactNode;
}

/** A labelled input with a message below it once it is wrong. */
export function Field({ label, problem, children }: FieldProps) {
  const id = useId();
  const message = `${id}-problem`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': problem ? message : undefined })}
      {problem && <p id={message}>{problem}</p>}
    </div>
  );
}
