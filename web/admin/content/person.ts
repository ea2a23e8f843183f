import * as field from '../fields/index.ts';
import * as column from '../records/columns.tsx';

/** Columns of a person with a name and a designation. */
export const personColumns = {
  firstName: column.text('First Name'),
  lastName: column.text('Last Name'),
  designation: column.text('Designation'),
};

/** Fields of a person with a name and a designation. */
export const personFields = { firstName: field.text(), lastName: field.text(), designation: field.text() };
