import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import type { RecordDefinition, RecordTable } from '../../core/content/record.ts';
import { records } from '../../core/content/records.ts';
import { subscriberProcedures } from '../inbox/subscriber-procedures.ts';
import { clientProcedures } from './clients.ts';
import { recordRouter } from './record-router.ts';

type RouterOf<Record> =
  Record extends RecordDefinition<infer Table extends RecordTable, infer Schema extends z.ZodObject>
    ? ReturnType<typeof recordRouter<Table, Schema>>
    : never;

type SectionRouters = {
  [Section in keyof typeof records]: {
    [Key in keyof (typeof records)[Section]]: RouterOf<(typeof records)[Section][Key]>;
  };
};

const generic = castTo<SectionRouters>(
  // Each record's router has the record's own types; Object.entries loses which is which.
  Object.fromEntries(
    Object.entries(records).map(([section, declared]) => [
      section,
      Object.fromEntries(Object.entries(declared).map(([key, definition]) => [key, recordRouter(definition)])),
    ]),
  ),
);

/** The procedures of every section, `<section>.<record>.<procedure>`: generic ones, and what a section has beside them. */
export const contentRouters = {
  ...generic,
  clients: { ...generic.clients, items: recordRouter(records.clients.items, clientProcedures) },
  subscribe: { ...generic.subscribe, ...subscriberProcedures },
};
