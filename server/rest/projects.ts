import { records } from '../../core/content/records.ts';
import { flag, text } from './fields.ts';
import { picture } from './pictures.ts';
import { restHeading, restRecord } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.projects.heading, {
  id: 'ProjectID',
  // The specification's spelling.
  title: 'ProjectTItleText',
  subTitle: 'ProjectSubTitleText',
  file: 'ProjectMasterBackgroundImageFile',
});

const detail = restRecord(records.projects.items, {
  id: 'ProjectDetailID',
  parent: 'ProjectID',
  fields: {
    title: text('ProjectTitle'),
    description: text('ProjectDescription'),
    backgroundImage: picture('ProjectBackgroundImageFile', 'ApiImageURL', 'ProjectBackgroundImage'),
    isActive: flag('IsActive'),
  },
});

/** Project gallery (specification, sections 3 and 7). */
export const projectsRest = restSection('Projects', [
  { record: heading, read: 'getprojectmasterdetail', save: 'saveprojectmasterdetail' },
  {
    record: detail,
    read: 'getprojectdetail',
    save: 'saveprojectdetail',
    remove: ['deleteprojectdetail', 'ProjectDetailID'],
  },
]);
