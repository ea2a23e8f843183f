import { useId } from 'react';
import type { StatusDocument } from '../../../server/landing/page.ts';
import { ServerRow } from './server-row.tsx';

/** Renders servers below their heading: those of a group, whose name links to its own page, or those without one. */
export function ServerSection({ section }: { section: StatusDocument['view']['sections'][number] }) {
  const heading = useId();
  const { title, description, path, servers } = section;
  return (
    <section className="status-servers" aria-labelledby={heading}>
      <div className="status-heading">
        <h2 id={heading} dir="auto">
          {path === null ? title : <a href={path}>{title}</a>}
        </h2>
        <p>Last 90 days</p>
      </div>
      {description !== '' && (
        <p className="status-description" dir="auto">
          {description}
        </p>
      )}
      <ul>
        {servers.map((server, index) => (
          // Servers may share a name, and the list never changes in the browser.
          <ServerRow key={`${index} ${server.name}`} server={server} />
        ))}
      </ul>
    </section>
  );
}
