import { customerFeedback, customerHeadings, customers } from '../../core/content/records.ts';
import { router } from '../trpc/procedures.ts';
import { records } from './record-router.ts';

export const customersRouter = router({
  heading: records(customerHeadings),
  customers: records(customers),
  feedback: records(customerFeedback),
});
