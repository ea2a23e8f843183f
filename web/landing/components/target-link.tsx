import type { ReactNode } from 'react';
import { linkHref } from '../../../contract/links.ts';

interface TargetLinkProps {
  /** A section's anchor, a button action or an address (contract/links.ts). */
  target: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link an administrator chose; the subscribe action opens the dialog, and leads to the section without script. */
export function TargetLink({ target, className, children }: TargetLinkProps) {
  const opensDialog = target === 'container_button_subscribe';
  return (
    <a href={linkHref(target)} className={className} data-action={opensDialog ? 'subscribe' : undefined}>
      {children}
    </a>
  );
}
