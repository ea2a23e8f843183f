import { presentationHeading, presentationVideo } from '../../contract/presentation.ts';
import * as tables from '../../db/schema/presentation.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const presentationHeadings = record('Presentation heading', tables.presentationHeadings, presentationHeading);
export const presentationVideos = childRecord(
  'Video',
  tables.presentationVideos,
  presentationVideo,
  presentationHeadings,
);

export const presentationRouter = router({
  heading: records(presentationHeadings),
  videos: records(presentationVideos),
});
