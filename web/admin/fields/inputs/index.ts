// The inputs of all widgets: one file, loaded with the first form.
export { AddressInput } from './address-input.tsx';
export { ChoiceInput } from './choice-input.tsx';
export { CountInput } from './count-input.tsx';
export { IconInput } from './icon-input.tsx';
export { SecretInput } from './secret-input.tsx';
export { LineInput, ParagraphInput } from './text-inputs.tsx';
export { ZoneInput } from './zone-input.tsx';
