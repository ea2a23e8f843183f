import { Textarea, TextInput } from '@mantine/core';
import { commonText } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** Attributes of the browser's input that tell texts apart. */
export interface LineKind {
  type?: 'email' | 'url' | 'text';
  inputMode?: 'numeric' | 'tel' | 'url';
  autoComplete?: string;
}

/** Text of one line. */
export function LineInput({ kind, ...props }: InputProps<string> & { kind: LineKind }) {
  return (
    <TextInput
      {...kind}
      {...commonText(props)}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** Text of several lines in a growing box. */
export function ParagraphInput(props: InputProps<string>) {
  return (
    <Textarea
      {...commonText(props)}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autosize
      minRows={3}
      maxRows={10}
    />
  );
}
