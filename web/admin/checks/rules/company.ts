import type { Finding, Rule } from '../finding.ts';

/** Missing facts of the company that the page or its forms need. */
export const missingCompanyData: Rule = ({ company }) => {
  if (!company) return [];
  const item = { path: 'company.heading', id: company.id } as const;
  const missing: Finding[] = [];
  if (company.name.trim() === '')
    missing.push({
      severity: 'problem',
      text: 'The company has no name.',
      advice: 'Enter the name: browsers and search engines show it as the title of the page.',
      item,
      field: 'name',
    });
  if (company.email.trim() === '')
    missing.push({
      severity: 'problem',
      text: 'The company has no e-mail address.',
      advice: 'Enter the address that receives the messages of the contact form.',
      item,
      field: 'email',
    });
  return missing;
};
