import { lazy } from 'react';
import type { Widget } from '../fields/widget.ts';

// Loaded with the first form of a client.
const HealthCodeInput = lazy(() => import('./health-code-input.tsx'));

/** A client's health code with Create Code and a button that copies the URL (specification, sections 2 and 4). */
export function healthCode(): Widget<string> {
  return {
    Input: (props) => <HealthCodeInput {...props} />,
    isWide: true,
    isSecret: true,
    Show: ({ value }) => value,
  };
}
