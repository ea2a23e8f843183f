import { createContext, type ReactElement, useContext } from 'react';

/** Renders an island to markup, its ids begun with `prefix`; where none is given, islands are drawn as they are. */
export const IslandMarkup = createContext<((island: ReactElement, prefix: string) => string) | null>(null);

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
  const toMarkup = useContext(IslandMarkup);
  if (!toMarkup) return <div className={className}>{children}</div>;
  return (
    <div
      data-island={name}
      data-prefix={prefix}
      className={className}
      dangerouslySetInnerHTML={{ __html: toMarkup(children, prefix) }}
    />
  );
}
