import { client as clientSchema } from '../../../contract/clients.ts';
import { client } from '../api/client.ts';

const { list, save, delete: remove, onPage } = client.clients.clients;

/**
 * The clients' procedures, but in the order visitors see them: by Display Order (specification, section 2).
 * Moving a row numbers the clients anew; each save is of one client, so a failure on the way leaves the rest as it was.
 */
export const clientsByDisplayOrder = {
  list: {
    query: async (input: { parentId?: number }) =>
      (await list.query(input)).toSorted((a, b) => a.displayOrder - b.displayOrder),
  },
  save,
  onPage,
  delete: remove,
  reorder: {
    async mutate({ ids }: { ids: number[] }) {
      const rows = new Map((await list.query({})).map((row) => [row.id, row]));
      for (const [place, id] of ids.entries()) {
        const row = rows.get(id);
        const displayOrder = place + 1;
        if (!row || row.displayOrder === displayOrder) continue;
        await save.mutate({ id, version: row.version, values: { ...clientSchema.parse(row), displayOrder } });
      }
    },
  },
};
