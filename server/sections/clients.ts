import { client, clientHeading } from '../../contract/clients.ts';
import * as tables from '../../db/schema/clients.ts';
import { childRecord, record } from '../records/record.ts';
import { records } from '../records/router.ts';
import { router } from '../trpc.ts';

export const clientHeadings = record('Client heading', tables.clientHeadings, clientHeading);
export const clients = childRecord('Client', tables.clients, client, clientHeadings);

export const clientsRouter = router({ heading: records(clientHeadings), clients: records(clients) });
