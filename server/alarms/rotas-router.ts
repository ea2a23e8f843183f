import { z } from 'zod';
import { registeredRota, rotaFields, rotaPlan } from '../../contract/alarm-rotas.ts';
import { id } from '../../contract/fields.ts';
import { activePeople } from '../../core/alarms/rota-people.ts';
import { listRotas, previewRota } from '../../core/alarms/rotas.ts';
import { registerRota, removeRota, saveRota } from '../../core/alarms/save-rota.ts';
import { permitted, router, unaudited } from '../trpc/procedures.ts';

/** Rotas: who is on call when. */
export const rotasRouter = router({
  /** All rotas, each with who is on call now. */
  list: permitted('health:read').query(({ ctx: { deps } }) => listRotas(deps)),
  /** The contacts who can be on call. */
  people: permitted('health:read').query(({ ctx: { deps } }) => activePeople(deps.db)),
  /** Shifts and gaps of the next 14 days, also of input that is not saved yet: too much for the address of a query. */
  preview: unaudited('health:read')
    .input(rotaPlan.extend({ id: id.optional() }))
    .mutation(({ ctx: { deps }, input: { id: stored, ...plan } }) => previewRota(deps, stored, plan)),
  save: permitted('health:write')
    .input(rotaFields)
    .mutation(async ({ ctx, input }) => ({ id: await saveRota(ctx.deps, input, ctx.recordChange) })),
  /** Creates a rota by its name, or changes the known one. */
  register: permitted('health:write')
    .input(registeredRota)
    .mutation(async ({ ctx, input }) => ({ id: await registerRota(ctx.deps, input, ctx.recordChange) })),
  remove: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removeRota(ctx.deps, input.id, ctx.recordChange)),
});
