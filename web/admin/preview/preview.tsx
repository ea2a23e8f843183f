import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useDestination } from '../releases/destination.ts';
import type { DraftStore, TypedDraft } from './draft.ts';
import { Frame } from './frame.tsx';
import { HiddenNote } from './hidden-note.tsx';
import { hiddenReasons } from './hidden-reasons.ts';
import css from './preview.module.css';
import { usePageContent, useSettledDraft } from './use-page-content.ts';

/** Simulated windows, in px; the desktop's height is the available height. */
const windows = { phone: { width: 375, height: 812 }, desktop: { width: 1280, height: Number.POSITIVE_INFINITY } };
type Device = keyof typeof windows;

interface Props {
  store: DraftStore;
  /** Id of the screen's section on the public page. */
  anchor: string | undefined;
}

/** The public page with the unsaved input, as wide as a phone or a desktop. */
export default function Preview({ store, anchor }: Props) {
  const draft = useSettledDraft(store);
  const release = useDestination();
  const [chosen, setDevice] = useLocalStorage<Device | undefined>({
    key: 'previewDevice',
    getInitialValueInEffect: false,
  });
  const device = chosen ?? (matchMedia('(min-width: 75em)').matches ? 'desktop' : 'phone');
  const [isHidden, setHidden] = useState(false);
  return (
    <section className={css.preview} aria-label="Preview">
      <div className={css.bar}>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {whenSeen(isHidden, release?.name)}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          value={device}
          onChange={setDevice}
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
          ]}
        />
      </div>
      {draft && (
        <DraftPage
          key={`${draft.view.key}-${draft.id}-${draft.parentId}`}
          {...{ draft, device, anchor }}
          onHidden={setHidden}
        />
      )}
    </section>
  );
}

function whenSeen(isHidden: boolean, release: string | undefined): string {
  const when = release === undefined ? 'after saving' : `once “${release}” is published`;
  return isHidden ? `Visitors will not see it ${when}` : `As visitors will see it ${when}`;
}

interface DraftPageProps {
  draft: TypedDraft;
  device: Device;
  anchor: string | undefined;
  /** Receives whether visitors will not see the row. */
  onHidden: (isHidden: boolean) => void;
}

function DraftPage({ draft, device, anchor, onHidden }: DraftPageProps) {
  const { content, isError, hiddenBy } = usePageContent(draft);
  const reasons = content ? hiddenReasons(draft, content, hiddenBy, anchor) : [];
  const isHidden = reasons.length > 0;
  useEffect(() => onHidden(isHidden), [onHidden, isHidden]);
  const { ref, width: room, height: available } = useElementSize();
  const { width, height } = windows[device];
  const scale = Math.min(1, room / width);
  return (
    <>
      <HiddenNote reasons={reasons} change={draft.change} />
      <div ref={ref} className={css.stage} data-device={device}>
        {isError && <Text size="sm">The page could not be loaded.</Text>}
        {!content && !isError && <Skeleton h="100%" />}
        {content && room > 0 && (
          <Frame
            content={content}
            anchor={anchor}
            width={width}
            height={Math.min(available / scale, height)}
            scale={scale}
          />
        )}
      </div>
    </>
  );
}
