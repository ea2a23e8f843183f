import type { ReactNode } from 'react';
import { linkHref } from '../../../contract/links.ts';
import type { Marks } from './editing.tsx';

interface TargetLinkProps {
  /** A section's anchor, a button action or a URL (contract/links.ts). */
  target: string;
  className?: string | undefined;
  mark?: Marks | undefined;
  children: ReactNode;
}

/** Renders a link from the content; with script the subscribe action opens the dialog (client/subscribe-dialog.ts). */
export function TargetLink({ target, className, mark, children }: TargetLinkProps) {
  const opensDialog = target === 'container_button_subscribe';
  return (
    <a
      dir="auto"
      href={linkHref(target)}
      className={className}
      data-action={opensDialog ? 'subscribe' : undefined}
      {...mark}
    >
      {children}
    </a>
  );
}
