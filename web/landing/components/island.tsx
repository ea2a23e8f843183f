import { createContext, type ReactElement, useContext } from 'react';

/** Renders an island to markup with `prefix` before its ids; without a value, islands render as plain components. */
export const IslandMarkup = createContext<((island: ReactElement, prefix: string) => string) | null>(null);

interface IslandProps {
  /** The form that islands/hydrate.tsx hydrates. */
  name: 'contact' | 'subscribe';
  /** Prefix of the ids inside, unique per island. */
  prefix: string;
  className?: string | undefined;
  children: ReactElement;
}

/** Renders markup that islands/hydrate.tsx hydrates before the first use; works without script. */
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
