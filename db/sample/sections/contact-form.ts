import type { z } from 'zod';
import type { contactFormHeading } from '../../../contract/contact-form.ts';
import { contactFormHeadings } from '../../schema/contact-form.ts';
import type { Picture, SampleSection } from '../section.ts';

const content = (picture: Picture): z.output<typeof contactFormHeading> => ({
  title: 'Tell us what you are making',
  subTitle:
    'Three sentences are plenty. Ines answers within one working day; Tomas, now and then, at four in the morning.',
  backgroundImage: picture('touch.jpg'),
  isActive: true,
});

export const sample: SampleSection = (tx, picture) => [tx.insert(contactFormHeadings).values(content(picture))];
