import { z } from 'zod';
import { fieldInfo, flag, image, line } from './fields.ts';
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
  cost: line('Cost', 40),
  image: image('Plan Image', imageSlots.planImage),
  buttonText: line('Button Text', 60),
  buttonLink: link('Button Link').default('contact'),
  tagValue: line('Tag Value', 40).refine(
    (text) => text === '' || [...text].length >= minTagLength,
    messages.tagTooShort,
  ),
  isActive: flag(),
  // Not required (specification, section 5).
  isBestPrice: flag('IsBestPrice').default(false).register(fieldInfo, { label: 'IsBestPrice' }),
});

/** One line of a plan's feature list. */
export const planFeature = z.object({ text: line('Feature Name', 200), isActive: flag() });
