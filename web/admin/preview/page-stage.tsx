import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { PageContent } from '../../../server/landing/page.ts';
import { Frame } from './frame.tsx';
import css from './preview.module.css';

/** Widths of the simulated windows, in px; a phone's window also has a height. */
const windows = { phone: 375, tablet: 768, desktop: 1280 };
const phoneHeight = 812;

export type Device = keyof typeof windows;

interface Props {
  /** Undefined until the server answers. */
  content: PageContent | undefined;
  device: Device;
  anchor: string | undefined;
  /** Name of the frame for screen readers. */
  title: string;
}

/** The whole public page in a screen of the back office. */
export function PageStage({ content, device, anchor, title }: Props) {
  const { ref, width: room, height: available } = useElementSize();
  const width = windows[device];
  const scale = Math.min(1, room / width);
  const height = Math.min(available / scale, device === 'phone' ? phoneHeight : Number.POSITIVE_INFINITY);
  return (
    <div ref={ref} className={`${css.stage} ${css.screenStage}`} data-device={device}>
      {!content && <Skeleton h="100%" />}
      {content && room > 0 && (
        <Frame content={content} title={title} anchor={anchor} width={width} height={height} scale={scale} />
      )}
    </div>
  );
}
