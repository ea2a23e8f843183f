import { presentationHeadings, presentationVideos } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const presentationRouter = router({
  heading: records(presentationHeadings),
  videos: records(presentationVideos),
});
