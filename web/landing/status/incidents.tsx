import { useId } from 'react';
import type { StatusDocument } from '../../../server/landing/page.ts';

interface Props {
  title: string;
  incidents: StatusDocument['view']['current'];
}

/** Renders incidents with their updates, the newest first. */
export function Incidents({ title, incidents }: Props) {
  const heading = useId();
  return (
    <section className="status-incidents" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {incidents.map(({ id, title: name, servers, updates }) => (
        <article key={id} id={`incident-${id}`}>
          <h3 dir="auto">{name}</h3>
          {servers !== '' && (
            <p className="status-affected" dir="auto">
              Servers: {servers}
            </p>
          )}
          <ol>
            {updates.map(({ id: key, label, text, at }) => (
              <li key={key}>
                <p>
                  <b>{label}</b> <time dateTime={at.iso}>{at.text}</time>
                </p>
                <p className="prose" dir="auto">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        </article>
      ))}
    </section>
  );
}
