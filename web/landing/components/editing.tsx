import { createContext, type ReactNode, useContext } from 'react';
import type { FieldName, RecordPath } from '../../../server/content/router.ts';

/** Attributes of an element that shows an item of the content, and the field if the element shows a single one. */
export interface Marks {
  'data-item': string;
  'data-field'?: string | undefined;
}

/** Makes the attributes of an item's element. Fields are names of the record's schema. */
type Mark = <Path extends RecordPath>(record: Path, id: number, field?: FieldName<Path>) => Marks | undefined;

/** A text of an item. */
export interface ItemText {
  record: RecordPath;
  id: number;
  field: string;
  text: string;
}

/** How the page editor marks items and renders texts that can be typed in; null on the public page. */
export const Editing = createContext<{ mark: Mark; Text: (props: ItemText) => ReactNode } | null>(null);

const none: Mark = () => undefined;

/** The function that makes marks for the page editor; on the public page it returns undefined. */
export function useMark(): Mark {
  return useContext(Editing)?.mark ?? none;
}

/** True in the page editor, which renders optional texts even if they are empty. */
export function useIsEditing(): boolean {
  return useContext(Editing) !== null;
}

interface TypedProps<Path extends RecordPath, Field extends string> {
  record: Path;
  row: { readonly id: number } & { readonly [Name in Field]: string };
  field: Field;
  /** The text as visitors see it, if it has links or line breaks. */
  children?: ReactNode;
}

/** Renders a text of a row; in the page editor, the text can be typed in. */
export function Typed<Path extends RecordPath, Field extends FieldName<Path>>({
  record,
  row,
  field,
  children,
}: TypedProps<Path, Field>): ReactNode {
  const editing = useContext(Editing);
  const text: string = row[field];
  if (!editing) return children ?? text;
  return <editing.Text record={record} id={row.id} field={field} text={text} />;
}
