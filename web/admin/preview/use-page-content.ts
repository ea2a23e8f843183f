import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { hash, type ImageHash } from '../../../contract/image-hash.ts';
import { showsFailures } from '../api/query-client.ts';
import { pageQuery } from '../records/record-queries.ts';
import type { Draft } from '../records/record-view.ts';
import type { DraftStore, TypedDraft } from './draft.ts';
import { withDraft } from './with-draft.ts';

/** Milliseconds after the last key until the page is drawn anew. */
const pause = 150;

/** The draft once the typing rests; drawing what follows from it gives way to the next key. */
export function useSettledDraft(store: DraftStore): TypedDraft | null {
  const [draft, setDraft] = useState(store.read);
  useEffect(() => {
    let timer = 0;
    const settle = () => startTransition(() => setDraft(store.read()));
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = window.setTimeout(settle, pause);
    });
    // What was written before anything listened.
    settle();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return draft;
}

/** The page as it would be with the draft; undefined until the server has told what is on it. */
export function usePageContent({ view, id, parentId, values }: TypedDraft) {
  const pictures = picturesOf(values);
  const { data, isError } = useQuery({
    queryKey: [pageQuery, view.key, id, parentId ?? null, pictures],
    queryFn: () => view.api.onPage?.query({ id, parentId, pictures }) ?? null,
    // A picture that was just uploaded asks again, for its size; the page stays meanwhile.
    placeholderData: keepPreviousData,
    meta: showsFailures,
  });
  const content = useMemo(() => data && withDraft(data, values), [data, values]);
  return { content, isError, isActive: values?.isActive !== false };
}

function picturesOf(draft: Draft | null): ImageHash[] {
  return Object.values(draft ?? {}).flatMap((value) => hash.safeParse(value).data ?? []);
}
