import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';

/** Columns of whoever is shown with a name and what they do. */
export const personColumns = {
  firstName: column.text('First Name'),
  lastName: column.text('Last Name'),
  designation: column.text('Designation'),
};

/** Their fields. */
export const personFields = { firstName: field.text(), lastName: field.text(), designation: field.text() };
