import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { ExternalIcon } from './icons.tsx';

interface Props {
  href: string;
  label: string;
  /** Further text for screen readers. */
  children?: ReactNode;
}

/** A link that opens in a new tab. */
export function ExternalLink({ href, label, children }: Props) {
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener"
      size="sm"
      display="inline-flex"
      style={{ alignItems: 'center', gap: '0.35em', minHeight: '1.5rem' }}
    >
      {label} <ExternalIcon />
      {children}
    </Anchor>
  );
}
