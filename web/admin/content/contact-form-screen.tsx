import { touch } from '../../../contract/contact-form.ts';
import { client } from '../api/client.ts';
import { headingScreen } from '../records/heading-screen.tsx';
import { heading } from './heading.ts';

/** Get In Touch Detail (specification, section 2). */
export const TouchScreen = headingScreen({
  title: 'Get In Touch Detail',
  anchor: 'contact',
  heading: heading({
    noun: 'contact form heading',
    panel: 'Edit Get In Touch Detail',
    api: client.touch.heading,
    schema: touch,
    background: 'Background Image',
  }),
});
