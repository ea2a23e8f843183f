import { Title } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

export type Task = inferRouterOutputs<AppRouter>['health']['overview']['rows'][number];
/** Servers of one client account. */
export type Group = NonNullable<inferRouterOutputs<AppRouter>['health']['overview']['groups']>[number];
export type TaskDetail = inferRouterOutputs<AppRouter>['health']['detail'];

/** Title of a part of the panel. */
export function Heading({ children }: { children: string }) {
  return (
    <Title order={3} fz="md">
      {children}
    </Title>
  );
}

/** Preformatted text that scrolls on its own, also by keyboard. */
export function ScrollingText({ className, children }: { className: string | undefined; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <pre className={className} tabIndex={0}>
      {children}
    </pre>
  );
}
