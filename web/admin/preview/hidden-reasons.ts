import { linkHref } from '../../../contract/links.ts';
import { pageSections, type SectionKey, sectionFacts, sections } from '../../../contract/sections.ts';
import type { HidingRow, PageContent } from '../../../server/landing/page.ts';
import { visibleContent } from '../../landing/visible-content.ts';
import type { TypedDraft } from './draft.ts';

/** Why visitors will not see the edited row after a save, with the action that shows it. */
export type HiddenReason = { text: string } & (
  | { kind: 'field'; label: string; field: string }
  | { kind: 'row'; label: string; row: HidingRow }
  | { kind: 'link'; label: string; href: string }
  | { kind: 'plain' }
);

/** Every reason, the outermost first; none if visitors will see the row. `anchor` is the id of the screen's section. */
export function hiddenReasons(
  { id, parentId, values }: TypedDraft,
  content: PageContent,
  hiddenBy: readonly HidingRow[],
  anchor: string | undefined,
): HiddenReason[] {
  const reasons: HiddenReason[] = hiddenBy.map((row) =>
    row.reason === 'inactive'
      ? { kind: 'row', text: `${row.name} “${row.title}” is not active.`, label: `Show “${row.title}”`, row }
      : { kind: 'plain', text: `The page shows “${row.title}”, the first active row of the table.` },
  );
  if (values?.isActive === false)
    reasons.push({ kind: 'field', text: 'Not active.', label: 'Set IsActive to Yes', field: 'isActive' });
  if (values?.showOnHomePage === false)
    reasons.push({ kind: 'field', text: 'Not on the home page.', label: 'Show on home page', field: 'showOnHomePage' });

  const visible = visibleContent(content);
  const edited = findEdited(content);
  if (edited && !findEdited(visible)) reasons.push(leftOut(edited, { id, parentId }));
  const section = pageSections.find((known) => known.anchor === anchor);
  if (!edited && section && !visible[section.key])
    reasons.push({ kind: 'plain', text: 'This section appears once it has an active entry.' });
  return reasons;
}

interface Edited {
  section: SectionKey;
  row: object;
}

/** The reason of a row that the page leaves out although the row is active (web/landing/visible-content.ts). */
function leftOut({ section, row }: Edited, { id, parentId }: Pick<TypedDraft, 'id' | 'parentId'>): HiddenReason {
  const { path } = sectionFacts(section);
  if ('link' in row) {
    const target = pageSections.find(({ anchor }) => `#${anchor}` === linkHref(String(row.link)));
    if (target) {
      const { title } = sectionFacts(target.key);
      const text = 'The page leaves out links to sections that it does not show.';
      return { kind: 'link', text, label: `Open ${title}`, href: `#/admin/${target.path}` };
    }
  }
  const text = parentId === undefined ? 'This section has no active entry.' : 'It has no active entry.';
  if (id === null) return { kind: 'plain', text };
  const search = parentId === undefined ? `list=${id}` : `list=${parentId}&sub=${id}`;
  return { kind: 'link', text, label: 'Add one', href: `#/admin/${path}?${search}` };
}

/** The row marked as edited, and its section. */
function findEdited(content: Readonly<Record<string, unknown>>): Edited | undefined {
  for (const { key } of sections) {
    const row = editedIn(content[key]);
    if (row) return { section: key, row };
  }
  return undefined;
}

function editedIn(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('isEdited' in value) return value;
  for (const item of Object.values(value)) {
    const found = editedIn(item);
    if (found) return found;
  }
  return undefined;
}
