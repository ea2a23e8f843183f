import { subscribeHeading } from '../../../contract/subscribe.ts';
import { client } from '../api/client.ts';
import { Subscribers } from '../inbox/subscribers.tsx';
import { headingScreen } from '../records/heading-screen.tsx';
import { heading } from './heading.ts';

/** Subscribe Detail (specification, section 2), with the addresses that subscribed (design, section 6). */
export const SubscribeScreen = headingScreen({
  title: 'Subscribe Detail',
  anchor: 'subscribe',
  heading: heading({
    noun: 'subscribe heading',
    panel: 'Edit Subscribe Detail',
    api: client.subscribe.heading,
    schema: subscribeHeading,
    background: 'Background Image',
  }),
  more: <Subscribers />,
});
