import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

interface IslandProps {
  /** Which form islands/hydrate.tsx puts in its place. */
  name: 'contact' | 'subscribe';
  /** Begins the ids inside; each island of the page has its own. */
  prefix: string;
  className?: string | undefined;
  children: ReactElement;
}

/** Markup that React takes over in the browser once a visitor is about to use it; complete without script. */
export function Island({ name, prefix, className, children }: IslandProps) {
  const markup = renderToString(children, { identifierPrefix: prefix });
  return (
    <div data-island={name} data-prefix={prefix} className={className} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}
