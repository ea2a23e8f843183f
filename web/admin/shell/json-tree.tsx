import css from './json-tree.module.css';

/** A JSON value as a tree, collapsed (specification, section 2: Twilio Logs) unless `isOpen`. */
export function JsonTree({ name, value, isOpen = false }: { name: string; value: unknown; isOpen?: boolean }) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={css.leaf}>
        <span className={css.name}>{name}:</span> <code>{JSON.stringify(value)}</code>
      </div>
    );
  }
  const entries = Object.entries(value);
  return (
    <details className={css.branch} open={isOpen}>
      <summary>
        <span className={css.name}>{name}</span>{' '}
        <span className={css.size}>{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      {entries.map(([key, child]) => (
        <JsonTree key={key} name={key} value={child} />
      ))}
    </details>
  );
}
