import { lazy, Suspense } from 'react';
import { subscribeHeading } from '../../../contract/subscribe.ts';
import { headingScreen } from '../records/heading-screen.tsx';
import { LiveOnly } from '../releases/live-only.tsx';
import { heading } from './heading.ts';

const Subscribers = lazy(() => import('../inbox/subscribers.tsx'));

/** Subscribe Detail (specification, section 2), with the list of subscribers (design, section 6). */
export const SubscribeScreen = headingScreen('subscribe', {
  heading: heading('subscribe', {
    noun: 'subscribe heading',
    panel: 'Edit Subscribe Detail',
    purpose: 'The heading stands above the form for your newsletter.',
    schema: subscribeHeading,
    background: 'Background Image',
  }),
  more: (
    <LiveOnly what="The list of subscribers">
      <Suspense>
        <Subscribers />
      </Suspense>
    </LiveOnly>
  ),
});
