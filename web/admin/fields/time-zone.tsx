import { ZoneInput } from './lazy-inputs.ts';
import type { Widget } from './widget.ts';

/** Choice of an IANA time zone by typing a part of its name. */
export function timeZone(): Widget<string> {
  return { Input: (props) => <ZoneInput {...props} />, Show: ({ value }) => value };
}
