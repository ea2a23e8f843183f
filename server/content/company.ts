import { companies, companySocialLinks } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const companyRouter = router({ company: records(companies), socialLinks: records(companySocialLinks) });
