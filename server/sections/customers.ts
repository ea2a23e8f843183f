import { customer, customerHeading, feedback } from '../../contract/customers.ts';
import * as tables from '../../db/schema/customers.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const customerHeadings = record('Customer heading', tables.customerHeadings, customerHeading);
export const customers = childRecord('Customer', tables.customers, customer, customerHeadings);
export const customerFeedback = childRecord('Feedback', tables.customerFeedback, feedback, customers);

export const customersRouter = router({
  heading: records(customerHeadings),
  customers: records(customers),
  feedback: records(customerFeedback),
});
