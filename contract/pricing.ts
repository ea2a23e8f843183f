import { z } from 'zod';
import { activeFlag, flag, hinted, image, line } from './fields.ts';
import { heading } from './heading.ts';
import { imageSlots } from './images.ts';
import { link } from './links.ts';
import { messages } from './messages.ts';

/** Heading of the price plans (specification, section 3: Price plan master). */
export const pricingHeading = heading('background');

/** Minimum length of a tag value, in characters (specification, section 9). */
const minTagLength = 6;

/** One price plan; its tag is the ribbon's text. */
export const plan = z.object({
  title: line('Title', 120),
  cost: hinted(line('Cost', 40), 'As it reads on the card, with the currency'),
  image: image('Plan Image', imageSlots.planImage),
  buttonText: line('Button Text', 60),
  buttonLink: link('Button Link').default('contact'),
  tagValue: hinted(
    line('Tag Value', 40).refine((text) => text === '' || [...text].length >= minTagLength, messages.tagTooShort),
    `Ribbon in the corner of the card. ${messages.tagTooShort}`,
  ),
  isActive: activeFlag(),
  // Not required (specification, section 5).
  isBestPrice: hinted(flag('IsBestPrice'), 'The card stands out with a dark ground').default(false),
});

/** One line of a plan's feature list. */
export const planFeature = z.object({ text: line('Feature Name', 200), isActive: activeFlag() });
