import type { LineKind } from './inputs/text-inputs.tsx';
import { LineInput, ParagraphInput } from './lazy-inputs.ts';
import type { Widget } from './widget.ts';

function singleLine(kind: LineKind): Widget<string> {
  return { Input: (props) => <LineInput {...props} kind={kind} />, Show: ({ value }) => value };
}

/** Text of one line. */
export function text(): Widget<string> {
  return { ...singleLine({ autoComplete: 'off' }), isProse: true };
}

/** E-mail address. */
export function email(): Widget<string> {
  return singleLine({ type: 'email', autoComplete: 'off' });
}

/** Digits stored as text, such as a zip code; phones show the number keyboard. */
export function digits(): Widget<string> {
  return singleLine({ inputMode: 'numeric', autoComplete: 'off' });
}

/** Telephone number: digits with an optional plus. */
export function phone(): Widget<string> {
  return singleLine({ inputMode: 'tel', autoComplete: 'off' });
}

/** Text of several lines in a growing box. */
export function paragraph(): Widget<string> {
  return {
    isWide: true,
    isProse: true,
    Input: (props) => <ParagraphInput {...props} />,
    Show: ({ value }) => value,
  };
}
