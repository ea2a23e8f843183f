import { useMemo } from 'react';
import { useEditor, useEditorSession } from '../editor/session/provider.tsx';
import { checkPage, todayHere } from './check-page.ts';
import css from './checks.module.css';
import { ChecksList } from './checks-list.tsx';

/** The checks of the working copy, unsaved input included, in the page editor. */
export function ChecksPanel() {
  const session = useEditorSession();
  const content = useEditor((state) => state.content);
  const findings = useMemo(() => (content ? checkPage(content, todayHere()) : []), [content]);
  if (!content) return null;
  return (
    <ChecksList
      findings={findings}
      jump={({ item, field }, words) => (
        <button type="button" className={css.jump} onClick={() => session.select({ ...item, ...(field && { field }) })}>
          {words}
        </button>
      )}
    />
  );
}
