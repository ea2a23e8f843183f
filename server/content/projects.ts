import { projectHeadings, projects } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const projectsRouter = router({ heading: records(projectHeadings), projects: records(projects) });
