import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { hash, type ImageHash } from '../../../contract/image-hash.ts';
import { showsFailures } from '../api/query-client.ts';
import { pageQuery } from '../records/record-queries.ts';
import type { Draft } from '../records/record-view.ts';
import { useRecordDestination } from '../releases/destination.ts';
import type { DraftStore, TypedDraft } from './draft.ts';
import { withDraft } from './with-draft.ts';

/** Delay between the last key and the next drawing of the page, in ms. */
const delay = 150;

/** The draft after a pause in typing; rendering yields to the next key. */
export function useSettledDraft(store: DraftStore): TypedDraft | null {
  const [draft, setDraft] = useState(store.read);
  useEffect(() => {
    let timer = 0;
    const settle = () => startTransition(() => setDraft(store.read()));
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = window.setTimeout(settle, delay);
    });
    // Take the draft that was written before the subscription.
    settle();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return draft;
}

/** The page's content with the draft applied; undefined until the server answers. */
export function usePageContent({ view, id, parentId, values }: TypedDraft) {
  const pictures = picturesOf(values);
  const release = useRecordDestination(view)?.id;
  const { data, isError } = useQuery({
    queryKey: [pageQuery, view.key, release ?? 'live', id, parentId ?? null, pictures],
    queryFn: () => view.api.onPage?.query({ id, parentId, pictures, release }) ?? null,
    // A new picture changes the key, to load the picture's size; keep the page until then.
    placeholderData: keepPreviousData,
    meta: showsFailures,
  });
  const content = useMemo(() => data && withDraft(data, values), [data, values]);
  return { content, isError, hiddenBy: data?.hiddenBy ?? [] };
}

function picturesOf(draft: Draft | null): ImageHash[] {
  return Object.values(draft ?? {}).flatMap((value) => hash.safeParse(value).data ?? []);
}
