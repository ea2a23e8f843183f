import { Title } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

export type TaskDetail = inferRouterOutputs<AppRouter>['health']['detail'];

/** Title of a part of the panel. */
export function Heading({ children }: { children: string }) {
  return (
    <Title order={3} fz="md">
      {children}
    </Title>
  );
}
