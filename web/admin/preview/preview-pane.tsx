import { Button } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Component, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { EyeIcon, PencilIcon } from '../shell/icons.tsx';
import { SectionAnchor } from '../shell/screen.tsx';
import type { DraftStore } from './draft.ts';
import css from './preview.module.css';

// Contains the components of the public page: loaded with the first preview.
const Preview = lazy(() => import('./preview.tsx'));

export interface PreviewSwitch {
  isOn: boolean;
  /** True if the preview is beside the panel, false if it replaces the form in a narrow window. */
  isBeside: boolean;
  toggle: () => void;
}

/** State of a panel's preview: beside the panel as the user last chose, in place of the form only on request. */
export function usePreviewSwitch(isOpen: boolean): PreviewSwitch {
  const isBeside = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  // No default value: nothing is stored before the user chooses.
  const [wanted, setWanted] = useLocalStorage<boolean | undefined>({ key: 'preview', getInitialValueInEffect: false });
  const isWanted = wanted ?? true;
  const [isInPlace, setInPlace] = useState(false);
  if (isInPlace && !isOpen) setInPlace(false);
  return isBeside
    ? { isOn: isOpen && isWanted, isBeside, toggle: () => setWanted(!isWanted) }
    : { isOn: isOpen && isInPlace, isBeside, toggle: () => setInPlace(!isInPlace) };
}

/** Shows or hides the preview. */
export function PreviewButton({ isOn, isBeside, toggle }: PreviewSwitch) {
  const leadsBack = isOn && !isBeside;
  return (
    <Button
      variant={isOn ? 'light' : 'subtle'}
      size="compact-sm"
      leftSection={leadsBack ? <PencilIcon /> : <EyeIcon />}
      aria-pressed={isBeside ? isOn : undefined}
      onClick={toggle}
    >
      {leadsBack ? 'Form' : 'Preview'}
    </Button>
  );
}

/** Loads and shows the preview; a failure does not affect the form. */
export function PreviewPane({ store }: { store: DraftStore }) {
  const anchor = use(SectionAnchor);
  return (
    <div className={css.pane}>
      <ErrorBoundary>
        <Suspense>
          <Preview store={store} anchor={anchor} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p role="alert" className={css.failed}>
        The preview could not be shown. The form works without it.
      </p>
    );
  }
}
