import { sections } from '../../../contract/sections.ts';

const sectionNames = new Map<string, string>(sections.map(({ key, name }) => [key, name]));

/** A name of the code as people read it: `readUntil` becomes `Read until`. */
export function words(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An action or its section as people read it: `contactForm.heading.save` becomes `Contact form: heading: save`. */
export function actionWords(action: string): string {
  const [section = '', ...rest] = action.split('.');
  return words([sectionNames.get(section) ?? section, ...rest].join(': '));
}
