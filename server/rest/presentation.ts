import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { restHeading } from './heading.ts';
import { picture } from './pictures.ts';
import { restRecord } from './record.ts';
import type { RestSection } from './record-routes.ts';

const heading = restHeading(records.presentation.heading, {
  id: 'VideoPresentationID',
  title: 'PresentationTitleText',
  subTitle: 'PresentationSubTitleText',
  file: 'PresentationBackgroundImageFile',
  address: 'ApiImageURL',
});

const videos = restRecord(records.presentation.videos, {
  id: 'VideoLinkID',
  parent: 'VideoPresentationID',
  fields: {
    link: text('VideoLinkText'),
    poster: picture('VideoLinkTextFile', 'ApiImageURL'),
    isActive: flag('IsActive'),
  },
});

/** Video presentation (specification, sections 3 and 7). */
export const presentationRest: RestSection = {
  title: 'Video presentation',
  records: [
    { record: heading, read: 'getvideopresentationmaster', save: 'savevideopresentationmaster' },
    {
      record: videos,
      read: 'getvideopresentation',
      save: 'savevideopresentation',
      remove: ['deletevideoitemdetail', 'VideoLinkID'],
    },
  ],
};
