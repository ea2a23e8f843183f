import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type FieldInfo, overLimit } from '../../../contract/fields.ts';

/** Part of the limit from which the counter appears; short limits need no counter. */
const counterFrom = 0.8;
const minCounted = 40;

/** Pause in typing after which screen readers announce the rest, in ms. */
const announcePauseMs = 800;

interface Limited {
  info: FieldInfo;
  text: string | undefined;
  error?: ReactNode;
}

/** Hint and error of a text input: near the limit a counter, over the limit a message. Text is never cut. */
export function limited({ info: { label, hint, maxLength = Number.POSITIVE_INFINITY }, text, error }: Limited) {
  const trimmed = (text ?? '').trim();
  const isOver = trimmed.length > maxLength;
  const isCounted = isOver || (maxLength >= minCounted && trimmed.length >= maxLength * counterFrom);
  const counter = isCounted && `${trimmed.length} of ${maxLength} characters`;
  return {
    description:
      hint && counter ? (
        <>
          {hint} {counter}
        </>
      ) : (
        hint || counter
      ),
    error: isOver ? overLimit(label, maxLength, trimmed) : error,
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        <Rest text={isCounted ? restText(maxLength - trimmed.length) : ''} />
      </>
    ),
  };
}

function restText(rest: number): string {
  const count = Math.abs(rest);
  return `${count} ${count === 1 ? 'character' : 'characters'} ${rest < 0 ? 'too many' : 'left'}`;
}

/** Announces the rest after a pause in typing: an announcement at every key would interrupt the echo of the keys. */
function Rest({ text }: { text: string }) {
  const [announced] = useDebouncedValue(text, announcePauseMs);
  return <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>;
}
