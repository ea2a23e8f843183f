import type { z } from 'zod';
import type { company as companySchema, companySocialLink } from '../../../contract/company.ts';
import { companies, companySocialLinks } from '../../schema/company.ts';
import { below, type Picture, type SampleSection } from '../section.ts';

type Company = z.output<typeof companySchema> & { socialLinks: z.output<typeof companySocialLink>[] };

const content = (picture: Picture): Company => ({
  name: 'Tidewright',
  address: 'Old Customs House, 3 Ropewalk',
  email: 'hello@tidewright.example',
  city: 'Port Merrow',
  zip: '04190',
  contactNumber: '+15555550142',
  copyrightText: '© Tidewright, Port Merrow. Built beside the water, watched through the night.',
  logo: picture('logo.png'),
  isActive: true,
  socialLinks: [
    { site: 'Mastodon', link: 'https://social.example/tidewright', isActive: true },
    { site: 'Instagram', link: 'https://pictures.example/tidewright', isActive: true },
    { site: 'LinkedIn', link: 'https://work.example/company/tidewright', isActive: true },
    { site: 'GitHub', link: 'https://code.example/tidewright', isActive: true },
  ],
});

export const sample: SampleSection = (tx, picture) => {
  const { socialLinks, ...heading } = content(picture);
  return [tx.insert(companies).values(heading), tx.insert(companySocialLinks).values(below(companies, socialLinks))];
};
