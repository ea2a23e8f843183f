import { Button } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Component, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { EyeIcon, PencilIcon } from '../shell/icons.tsx';
import { SectionAnchor } from '../shell/screen.tsx';
import type { DraftStore } from './draft.ts';
import css from './preview.module.css';

// The whole public page is in it: it comes with the first panel that shows a preview.
const Preview = lazy(() => import('./preview.tsx'));

export interface PreviewSwitch {
  isOn: boolean;
  /** Beside the panel; in a narrow window the preview takes its place. */
  isBeside: boolean;
  toggle: () => void;
}

/** Whether a panel shows its preview: beside it as it was left last time, in its place only when asked for. */
export function usePreviewSwitch(isOpen: boolean): PreviewSwitch {
  const isBeside = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  // Without a default value: nothing is stored before somebody chooses.
  const [wanted, setWanted] = useLocalStorage<boolean | undefined>({ key: 'preview', getInitialValueInEffect: false });
  const isWanted = wanted ?? true;
  const [isInPlace, setInPlace] = useState(false);
  if (isInPlace && !isOpen) setInPlace(false);
  return isBeside
    ? { isOn: isOpen && isWanted, isBeside, toggle: () => setWanted(!isWanted) }
    : { isOn: isOpen && isInPlace, isBeside, toggle: () => setInPlace(!isInPlace) };
}

/** Shows the preview or takes it away. */
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

/** The preview once its code is there; a failure of it leaves the form alone. */
export function PreviewPane({ store }: { store: DraftStore }) {
  const anchor = use(SectionAnchor);
  return (
    <div className={css.pane}>
      <Fence>
        <Suspense>
          <Preview store={store} anchor={anchor} />
        </Suspense>
      </Fence>
    </div>
  );
}

class Fence extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
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
