import { invalid } from '../../core/errors.ts';
import { describeError } from '../http/errors.ts';
import { wholeNumber } from './fields.ts';

/** The first id sent under one of the names: absent, null, 0 and "" are none, digits as text are a number. */
export function sentId(body: Record<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) {
    const id = wholeNumber(own(body, name));
    if (id != null && id !== 0 && id !== '') return id;
  }
  return undefined;
}

/** A value of the body itself, never one of the prototype's. */
export function own(body: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** Runs a call and says its failing fields by their documented names. */
export async function renaming<Result>(
  documented: Record<string, string>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { fields } = describeError(error);
    if (!fields) throw error;
    const renamed = Object.entries(fields).map(([name, message]) => [documented[name] ?? name, message]);
    throw invalid(Object.fromEntries(renamed));
  }
}
