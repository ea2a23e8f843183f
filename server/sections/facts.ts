import { fact, factHeading } from '../../contract/facts.ts';
import * as tables from '../../db/schema/facts.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const factHeadings = record('Facts heading', tables.factHeadings, factHeading);
export const facts = childRecord('Fact', tables.facts, fact, factHeadings);

export const factsRouter = router({ heading: records(factHeadings), facts: records(facts) });
