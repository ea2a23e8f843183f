import { subscribeHeading } from '../../../contract/subscribe.ts';
import { Subscribers } from '../inbox/subscribers.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { LiveOnly } from '../releases/live-only.tsx';
import { heading } from './heading.ts';

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
      <Subscribers />
    </LiveOnly>
  ),
});
