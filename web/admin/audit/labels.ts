import { sections } from '../../../contract/sections.ts';

/** Labels of outcomes other than success. */
export const outcomeLabels = { begun: 'Outcome unknown', failed: 'Failed' } as const;

const sectionNames = new Map<string, string>(sections.map(({ key, name }) => [key, name]));

/** Splits a field name into words: `readUntil` becomes `Read until`. */
export function readableName(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Splits an action, or its section, into words: `contactForm.heading.save` becomes `Contact form: heading: save`. */
export function readableAction(action: string): string {
  const [section = '', ...rest] = action.split('.');
  return readableName([sectionNames.get(section) ?? section, ...rest].join(': '));
}
