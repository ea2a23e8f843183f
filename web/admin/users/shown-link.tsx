import { ShownOnce } from '../shell/shown-once.tsx';
import { formatDateTime, type Instant } from '../shell/time.ts';

/** A link of a user that was just made. */
export function ShownLink({ url, expiresAt }: { url: string; expiresAt: Instant }) {
  return (
    <ShownOnce
      key={url}
      label="Link"
      description={`Works once, until ${formatDateTime(expiresAt)}. Copy it now: it is not shown again.`}
      value={url}
      action="Copy the link"
    />
  );
}
