import { factHeadings, facts } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const factsRouter = router({ heading: records(factHeadings), facts: records(facts) });
