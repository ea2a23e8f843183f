import { replaceEqualDeep } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import type { PageContent } from '../../../../server/landing/page.ts';
import { Editing } from '../../../landing/components/editing.tsx';
import { VisiblePage } from '../../../landing/page.tsx';
import { type VisibleContent, visibleContent } from '../../../landing/visible-content.ts';
import { marksOf } from './marks.ts';
import { PageRows, PageText, type RowStore } from './page-text.tsx';

const editing: NonNullable<React.ContextType<typeof Editing>> = {
  mark: (path, id, field) => marksOf({ path, id }, field),
  Text: PageText,
};

interface Props {
  session: RowStore;
  content: PageContent;
  /** Key of the section with the selected item: it is drawn although the layout hides it. */
  section: string | undefined;
}

/** The public page with marks at its items. Sections whose content stays equal are not rendered again. */
export const MarkedPage = memo(({ session, content, section }: Props) => {
  const drawn = useRef<VisibleContent | undefined>(undefined);
  drawn.current = replaceEqualDeep(drawn.current, visibleContent(withSection(content, section)));
  return (
    <PageRows value={session}>
      <Editing value={editing}>
        <VisiblePage content={drawn.current} />
      </Editing>
    </PageRows>
  );
});

/** The content with a layout that shows a section. */
function withSection(content: PageContent, section: string | undefined): PageContent {
  const [layout, ...others] = content.page.layout;
  const hidden = layout?.hiddenSections.split(/\s+/) ?? [];
  if (!layout || section === undefined || !hidden.includes(section)) return content;
  const hiddenSections = hidden.filter((key) => key !== section).join(' ');
  return { ...content, page: { layout: [{ ...layout, hiddenSections }, ...others] } };
}
