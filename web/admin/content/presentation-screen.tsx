import { presentationHeading, presentationVideo } from '../../../contract/presentation.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('presentation', {
  noun: 'video presentation heading',
  panel: 'Edit Video Presentation Detail',
  purpose: 'The heading stands above your videos.',
  schema: presentationHeading,
  background: 'Background Image',
});

const videos = recordView({
  noun: 'video',
  panel: 'Video Link List',
  rows: 'Videos',
  purpose: 'Videos play on the page when a visitor starts them.',
  ...contentRecord('presentation', 'videos'),
  schema: presentationVideo,
  columns: { link: column.text('Video Link'), poster: column.picture('Picture'), isActive: column.yesNo() },
  fields: {
    link: field.text(),
    poster: field.image(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

/** Video Presentation Detail (specification, section 2). */
export const PresentationScreen = headingScreen('presentation', {
  heading: headings,
  children: { header: 'Videos', view: videos },
});
