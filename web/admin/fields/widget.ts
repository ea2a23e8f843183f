import type { ReactNode } from 'react';
import type { FieldInfo } from '../../../contract/fields.ts';

/** Properties that a form passes to a widget; `undefined` is a field without a value yet. */
export interface InputProps<Value> {
  id: string;
  /** Label, hint, maximum length and picture slot from the field's schema. */
  info: FieldInfo;
  value: Value | undefined;
  error: string | undefined;
  /** True while the form is being saved. */
  isReadOnly?: boolean | undefined;
  /** True for the field that receives focus when the panel opens. */
  isFirst?: boolean | undefined;
  onChange: (value: Value | undefined) => void;
}

/**
 * Edits and shows one field. `Value` is both input and output, so a widget fits only a field of exactly that type:
 * a text widget for a picture, or a select whose choices differ from the schema's, fails the type check.
 */
export interface Widget<Value> {
  Input: (props: InputProps<Value>) => ReactNode;
  /** Spans the width of the form. */
  isWide?: boolean;
  /** A password or another capability: drafts do not store its value. */
  isSecret?: true;
  /** A text in words: two versions are compared word by word. */
  isProse?: true;
  /** Readable value, for comparing two versions of a row. */
  Show: (props: { value: Value }) => ReactNode;
}
