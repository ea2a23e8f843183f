import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import type { RecordDefinition, RecordTable } from '../../core/content/record.ts';
import { type RecordPath, records } from '../../core/content/records.ts';
import { subscriberProcedures } from '../inbox/subscriber-procedures.ts';
import { clientProcedures } from './clients.ts';
import { recordRouter } from './record-router.ts';

type RouterOf<Record> =
  Record extends RecordDefinition<infer Table extends RecordTable, infer Schema extends z.ZodObject>
    ? ReturnType<typeof recordRouter<Table, Schema>>
    : never;

export type { RecordPath };

/** Names of the fields of a record's schema. */
export type FieldName<Path extends RecordPath> =
  Path extends `${infer Section extends keyof typeof records}.${infer Key}`
    ? Key extends keyof (typeof records)[Section]
      ? (typeof records)[Section][Key] extends { schema: infer Schema extends z.ZodObject }
        ? keyof z.input<Schema> & string
        : never
      : never
    : never;

type SectionRouters = {
  [Section in keyof typeof records]: {
    [Key in keyof (typeof records)[Section]]: RouterOf<(typeof records)[Section][Key]>;
  };
};

// Object.entries loses the keys' types; each router keeps the types of its record.
const generic = castTo<SectionRouters>(
  Object.fromEntries(
    Object.entries(records).map(([section, declared]) => [
      section,
      Object.fromEntries(Object.entries(declared).map(([key, definition]) => [key, recordRouter(definition)])),
    ]),
  ),
);

/** Every section's procedures, `<section>.<record>.<procedure>`: generic procedures, overrides and additions. */
export const contentRouters = {
  ...generic,
  clients: { ...generic.clients, items: recordRouter(records.clients.items, clientProcedures) },
  subscribe: { ...generic.subscribe, ...subscriberProcedures },
};
