import type { PageContent } from '../../server/landing/page.ts';
import { largestPicture } from './components/picture.tsx';
import { offers } from './offers.ts';

/** The company as a schema.org Organization for JSON-LD; null without a company record. */
export function organization(content: PageContent, publicUrl: string) {
  const { company, images } = content;
  if (!company) return null;
  const logo = largestPicture(images, company.logo, 'companyLogo');
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: company.name,
    url: `${publicUrl}/`,
    logo: logo ? publicUrl + logo.url : undefined,
    email: company.email,
    telephone: company.contactNumber,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.address,
      postalCode: company.zip,
      addressLocality: company.city,
    },
    sameAs: company.socialLinks.map((social) => social.link),
    makesOffer: offers(content, publicUrl),
  };
}
