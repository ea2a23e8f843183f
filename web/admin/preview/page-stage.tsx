import { Skeleton } from '@mantine/core';
import type { PageContent } from '../../../server/landing/page.ts';
import { Frame } from './frame.tsx';
import css from './preview.module.css';
import { type Device, useStageSize } from './stage-size.ts';

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
  const { ref, size } = useStageSize(device);
  return (
    <div ref={ref} className={`${css.stage} ${css.screenStage}`} data-device={device}>
      {!content && <Skeleton h="100%" />}
      {content && size && <Frame content={content} title={title} anchor={anchor} {...size} />}
    </div>
  );
}
