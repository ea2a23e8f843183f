import { company, companySocialLink } from '../../contract/company.ts';
import * as tables from '../../db/schema/company.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const companies = record('Company', tables.companies, company);
export const companySocialLinks = childRecord('Social link', tables.companySocialLinks, companySocialLink, companies);

export const companyRouter = router({ company: records(companies), socialLinks: records(companySocialLinks) });
