import { sections } from './sections/index.ts';
import { router } from './trpc.ts';

/** Every procedure of the server; the web takes its types from here. */
export const appRouter = router({ ...sections });
export type AppRouter = typeof appRouter;
