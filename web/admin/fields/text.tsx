import { Textarea, TextInput } from '@mantine/core';
import { limited } from './limit.tsx';
import type { InputProps, Widget } from './widget.ts';

type Kind = {
  type?: 'email' | 'url' | 'text';
  inputMode?: 'numeric' | 'tel' | 'url';
  autoComplete?: string;
};

/** Properties that every input takes from its field. */
export function common({ id, info, error, isReadOnly, isFirst }: Omit<InputProps<unknown>, 'value' | 'onChange'>) {
  const state = { error, readOnly: isReadOnly, 'data-autofocus': isFirst || undefined };
  return { id, name: id, label: info.label, description: info.hint, ...state };
}

/** Properties that every text input takes from its field. */
export function commonText(props: InputProps<string>) {
  const { info, value, error } = props;
  return { ...common(props), ...limited({ info, text: value, error }) };
}

function singleLine(kind: Kind): Widget<string> {
  return {
    Input: (props) => (
      <TextInput
        {...kind}
        {...commonText(props)}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    ),
    Show: ({ value }) => value,
  };
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
    Input: (props) => (
      <Textarea
        {...commonText(props)}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={10}
      />
    ),
    Show: ({ value }) => value,
  };
}
