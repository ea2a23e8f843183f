import { type ComponentType, lazy } from 'react';
import type * as Inputs from './inputs/index.ts';

const load = () => import('./inputs/index.ts');

function input<Props>(choose: (inputs: typeof Inputs) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await load()) }));
}

// The first screen loads the declarations of the records; the first form loads the inputs, inside a Suspense.
export const AddressInput = input((inputs) => inputs.AddressInput);
export const ChoiceInput = input((inputs) => inputs.ChoiceInput);
export const CountInput = input((inputs) => inputs.CountInput);
export const IconInput = input((inputs) => inputs.IconInput);
export const LineInput = input((inputs) => inputs.LineInput);
export const ParagraphInput = input((inputs) => inputs.ParagraphInput);
export const SecretInput = input((inputs) => inputs.SecretInput);
export const ZoneInput = input((inputs) => inputs.ZoneInput);
