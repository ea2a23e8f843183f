import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { z } from 'zod';

// Contains the components of the public page: loaded with the editor.
const Editor = lazy(() => import('./editor.tsx'));

/**
 * What to select, in the address: the anchor or the key of a section; an item, as `pricing.plans:3`, and a field of it; or the name of a
 * panel.
 */
export const editorSearch = z.object({
  section: z.string().optional().catch(undefined),
  item: z.string().optional().catch(undefined),
  field: z.string().optional().catch(undefined),
  panel: z.string().optional().catch(undefined),
});

/** The page editor: the whole screen below the header. */
export function EditorScreen() {
  const { section, item, field, panel } = editorSearch.parse(useSearch({ strict: false }));
  useEffect(() => {
    document.title = 'Page · Vitrine';
  }, []);
  return (
    <Suspense fallback={<Skeleton style={{ flex: '1 1 0' }} />}>
      <Editor anchor={section} item={item} field={field} panel={panel} />
    </Suspense>
  );
}
