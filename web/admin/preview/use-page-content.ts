import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { castTo } from '../../../contract/cast.ts';
import { hash, type ImageHash } from '../../../contract/fields.ts';
import { showsFailures } from '../api/query-client.ts';
import type { Draft } from '../records/level.ts';
import { pageQuery } from '../records/rows.ts';
import type { TypedDraft } from './draft.ts';
import { withDraft } from './with-draft.ts';

/** Milliseconds after the last key until the page is drawn anew. */
const pause = 100;

/** The page as it would be with the draft; undefined until the server has told what is on it. */
export function usePageContent({ level, id, parentId, values }: TypedDraft) {
  const [settled] = useDebouncedValue(values, pause);
  // Drawing gives way to typing.
  const shown = useDeferredValue(settled);
  const pictures = picturesOf(shown);
  const { data, isError } = useQuery({
    queryKey: [pageQuery, level.key, id, parentId ?? null, pictures],
    queryFn: () => level.api.onPage?.query({ id, parentId, pictures }) ?? null,
    // A picture that was just uploaded asks again, for its size; the page stays meanwhile.
    placeholderData: keepPreviousData,
    meta: showsFailures,
  });
  const content = useMemo(() => data && withDraft(data, shown), [data, shown]);
  return { content, isError, isActive: shown?.isActive !== false };
}

function picturesOf(draft: Draft | null): ImageHash[] {
  const found = Object.values(draft ?? {}).filter((value) => hash.safeParse(value).success);
  return castTo<ImageHash[]>(found);
}
