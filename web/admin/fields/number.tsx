import { CountInput } from './lazy-inputs.ts';
import type { Widget } from './widget.ts';

/** Whole number. */
export function number(): Widget<number> {
  return { Input: (props) => <CountInput {...props} />, Show: ({ value }) => value.toLocaleString() };
}
