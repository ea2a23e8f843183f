import type { z } from 'zod';
import type { presentationHeading, presentationVideo } from '../../../contract/presentation.ts';
import { presentationHeadings, presentationVideos } from '../../schema/presentation.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Presentation = z.output<typeof presentationHeading> & { videos: z.output<typeof presentationVideo>[] };

const content = (picture: Picture): Presentation => ({
  title: 'Half past four in the morning',
  subTitle: 'This is the view from Tomas’s chair while he writes up the log. Nothing happens. That is the service.',
  backgroundImage: picture('presentation.jpg'),
  isActive: true,
  videos: [{ link: '/sample/harbour.mp4', poster: picture('video-poster.jpg'), isActive: true }],
});

export const sample: SampleSection = (tx, picture) => {
  const { videos, ...heading } = content(picture);
  return [
    tx.insert(presentationHeadings).values(heading),
    tx.insert(presentationVideos).values(below(presentationHeadings, videos)),
  ];
};
