import { type EditorChanges, editorField } from '../../../../contract/editor.ts';
import type { ViewOf } from './commands.ts';
import { type EditorState, type ItemKey, keyOf } from './types.ts';

type Messages = Readonly<Record<string, string>>;

/** Messages of the forms' own checks, by item. */
export function ownProblems({ saves }: EditorChanges, viewOf: ViewOf): EditorState['problems'] {
  return new Map(
    saves.flatMap(({ path, id, values }): [string, Messages][] => {
      const messages = viewOf(path)?.check(values);
      return messages ? [[`${path} ${id}`, messages]] : [];
    }),
  );
}

/** The server's messages by item (contract/editor.ts). */
export function problemsIn({ saves }: EditorChanges, fields: Messages): EditorState['problems'] {
  return new Map(
    saves.flatMap(({ path, id }): [string, Messages][] => {
      const prefix = editorField(path, id, '');
      const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix));
      const messages = Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text]));
      return own.length > 0 ? [[`${path} ${id}`, messages]] : [];
    }),
  );
}

/** The messages without the one of a field that has changed. */
export function withoutProblem(
  problems: EditorState['problems'],
  item: ItemKey,
  field: string,
): EditorState['problems'] {
  const { [field]: corrected, ...rest } = problems.get(keyOf(item)) ?? {};
  if (corrected === undefined) return problems;
  const others = [...problems].filter(([key]) => key !== keyOf(item));
  return new Map(Object.keys(rest).length > 0 ? [...others, [keyOf(item), rest]] : others);
}
