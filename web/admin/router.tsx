import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { providerOutcome } from '../../contract/provider.ts';
import { guardScreen, requireSession } from './accounts/guard.ts';
import { firstPath } from './accounts/store.ts';
import { adminScreens } from './screens.ts';
import { AdminLayout } from './shell/admin-layout.tsx';
import { FailedScreen } from './shell/failed-screen.tsx';
import { panelSearch } from './shell/use-panels.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: ToLogin });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./accounts/login-screen.tsx'), 'LoginScreen'),
});

/** Where the server leads after a visit to the OpenID Connect provider. */
const provider = createRoute({
  getParentRoute: () => root,
  path: '/login/provider',
  validateSearch: providerOutcome,
  component: lazyRouteComponent(() => import('./accounts/provider-screen.tsx'), 'ProviderScreen'),
});

/** A link of an account, for people who are not signed in. */
const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept/$token',
  component: lazyRouteComponent(() => import('./accounts/accept-screen.tsx'), 'AcceptScreen'),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: AdminLayout,
});

const start = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: firstPath(requireSession()) });
  },
});

const screens = adminScreens.map(({ path, Screen, search, anyOf }) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    validateSearch: search ?? panelSearch,
    beforeLoad: guardScreen(anyOf),
    component: Screen,
  }),
);

/** Redirects unknown paths to the login (specification, section 2). */
function ToLogin() {
  return <Navigate to="/login" replace />;
}

/**
 * Writes links as `#/admin/…`. axe takes the library's `/#/admin/…` for broken skip links when sidebar entries are
 * scrolled out of sight.
 */
function hashHistory() {
  return Object.assign(createHashHistory(), { createHref: (path: string) => `#${path}` });
}

/** Creates the router; all addresses of the back office are behind `#` (specification, section 2). */
export function createAdminRouter() {
  return createRouter({
    routeTree: root.addChildren([login, provider, accept, admin.addChildren([start, ...screens])]),
    history: hashHistory(),
    defaultNotFoundComponent: ToLogin,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: true,
  });
}
