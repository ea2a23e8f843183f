import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import { ChildList } from './child-list.tsx';
import { TableIcon } from './icons.tsx';
import css from './inspector.module.css';
import { sectionName, topView } from './outline-model.ts';

/** The list of a section without a heading, or of one whose heading does not exist yet. */
export function SectionInspector({ section }: { section: SectionKey }) {
  const path = topView(section)?.path;
  return (
    <div className={css.content}>
      <header className={css.header}>
        <h2 className={css.title}>{sectionName(section)}</h2>
      </header>
      {path && <ChildList path={path} parent={null} />}
      <footer className={css.footer}>
        <Anchor component={Link} to={`/admin/${sectionFacts(section).path}`} size="sm" className={css.link}>
          <TableIcon /> Open in the table
        </Anchor>
      </footer>
    </div>
  );
}
