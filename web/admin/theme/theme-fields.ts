/** Fields of the company in the theme panel, in its order. */
export const themeFields: readonly string[] = [
  'accentColor',
  'secondColor',
  'typeface',
  'corners',
  'density',
  'logo',
  'darkLogo',
];
