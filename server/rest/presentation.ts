import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.presentation.heading, {
  id: 'VideoPresentationID',
  title: 'PresentationTitleText',
  subTitle: 'PresentationSubTitleText',
  file: 'PresentationBackgroundImageFile',
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
export const presentationRest = restSection('Video presentation', [
  { record: heading, read: 'getvideopresentationmaster', save: 'savevideopresentationmaster' },
  {
    record: videos,
    read: 'getvideopresentation',
    save: 'savevideopresentation',
    remove: ['deletevideoitemdetail', 'VideoLinkID'],
  },
]);
