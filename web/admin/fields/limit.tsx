import type { ReactNode } from 'react';
import { type FieldInfo, overLimit } from '../../../contract/fields.ts';

/** Part of the limit from which the counter appears; short limits need no counter. */
const counterFrom = 0.8;
const minCounted = 40;

interface Limited {
  info: FieldInfo;
  text: string | undefined;
  hint?: ReactNode;
  error?: ReactNode;
}

/** Description and error of a text input: near the limit a counter, over the limit a message. Text is never cut. */
export function limited({ info: { label, maxLength = Number.POSITIVE_INFINITY }, text, hint, error }: Limited) {
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
  };
}
