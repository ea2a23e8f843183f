import type { RestRoute } from './route.ts';

/** Documented paths under one title. */
export interface RouteGroup {
  title: string;
  routes: readonly RestRoute[];
}
