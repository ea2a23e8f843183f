import type { ReactNode } from 'react';
import type { FieldInfo } from '../../../contract/fields.ts';

/** What a form gives to a widget; `undefined` is a field nobody has filled in yet. */
export interface InputProps<Value> {
  id: string;
  /** Label, longest text and picture slot, from the field's schema. */
  info: FieldInfo;
  value: Value | undefined;
  error: string | undefined;
  onChange: (value: Value | undefined) => void;
}

/**
 * How one field is edited and shown. `Value` is taken and given, so a widget fits only a field of exactly its type:
 * a text widget on a picture, or a select with other choices than the schema's, fails the type check.
 */
export interface Widget<Value> {
  Input: (props: InputProps<Value>) => ReactNode;
  /** Takes the whole width of a form. */
  isWide?: boolean;
  /** The value as people read it, for comparing two versions of a record. */
  Show: (props: { value: Value }) => ReactNode;
}
