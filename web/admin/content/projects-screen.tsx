import { project, projectHeading } from '../../../contract/projects.ts';
import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { recordView } from '../records/record-view.ts';
import { contentRecord } from './content-record.ts';
import { heading } from './heading.ts';

const headings = heading('projects', {
  noun: 'project heading',
  panel: 'Edit Project Detail',
  purpose: 'The heading stands above your projects.',
  schema: projectHeading,
  background: 'Background Image',
});

const projects = recordView({
  noun: 'project',
  panel: 'Project List',
  rows: 'Projects',
  purpose: 'Projects appear as pictures in a gallery.',
  ...contentRecord('projects', 'items'),
  schema: project,
  columns: {
    title: column.text('Title'),
    description: column.text('Description'),
    backgroundImage: column.picture('Background Image'),
    isActive: column.yesNo(),
  },
  fields: {
    title: field.text(),
    description: field.paragraph(),
    backgroundImage: field.image(),
    isActive: field.yesNo(),
  },
  initial: { isActive: true },
});

/** Project Detail (specification, section 2). */
export const ProjectsScreen = headingScreen('projects', {
  heading: headings,
  children: { header: 'Projects', view: projects },
});
