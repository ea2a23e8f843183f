import { contactFormHeading } from '../../../contract/contact-form.ts';
import { headingScreen } from '../records/heading-screen.tsx';
import { heading } from './heading.ts';

/** Get In Touch Detail (specification, section 2). */
export const ContactFormScreen = headingScreen('contactForm', {
  heading: heading('contactForm', {
    noun: 'contact form heading',
    panel: 'Edit Get In Touch Detail',
    purpose: 'The heading stands above the form in which visitors write to you.',
    schema: contactFormHeading,
    background: 'Background Image',
  }),
});
