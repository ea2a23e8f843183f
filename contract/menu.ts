import { z } from 'zod';
import { activeFlag, line } from './fields.ts';
import { link } from './links.ts';

/** One entry of the top navigation (specification, section 3: Navbar item). */
export const menuItem = z.object({ text: line('Name', 60), link: link('Link To'), isActive: activeFlag() });
