import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Screen } from '../shell/screen.tsx';
import { type GridState, PictureGrid } from './picture-grid.tsx';
import { type PicturesSearch, picturesSearch } from './pictures-search.ts';
import { RemoveUnused } from './remove-unused.tsx';

// Loaded after the list.
const PicturePanel = lazy(() => import('./picture-panel.tsx'));

/** Pictures: everything that was uploaded, where it is used, and what is kept with it. */
export function PicturesScreen() {
  const search = picturesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (part: PicturesSearch, replace: boolean) =>
    void navigate({ to: '.', search: { ...search, ...part }, replace, resetScroll: false });
  const state: GridState = { text: search.text ?? '', isUnused: search.unused === true, page: search.page ?? 1 };
  const showState = ({ text, isUnused, page }: GridState) =>
    go({ text: text || undefined, unused: isUnused || undefined, page: page === 1 ? undefined : page }, true);
  return (
    <Screen title="Pictures" actions={<RemoveUnused />}>
      <Text size="sm" c="dimmed" maw="46rem">
        Every picture that was uploaded, the newest first. Open a picture to set its crop and description, to see where
        it is used, or to replace it everywhere at once.
      </Text>
      <PictureGrid
        state={state}
        onState={showState}
        verb="Open"
        onChosen={({ hash: picture }) => go({ picture }, false)}
      />
      <Suspense>
        <PicturePanel
          hash={search.picture}
          onClose={() => go({ picture: undefined }, true)}
          onMove={(picture) => go({ picture }, true)}
        />
      </Suspense>
    </Screen>
  );
}
