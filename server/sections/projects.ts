import { project, projectHeading } from '../../contract/projects.ts';
import * as tables from '../../db/schema/projects.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const projectHeadings = record('Project heading', tables.projectHeadings, projectHeading);
export const projects = childRecord('Project', tables.projects, project, projectHeadings);

export const projectsRouter = router({ heading: records(projectHeadings), projects: records(projects) });
