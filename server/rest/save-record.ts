import type { z } from 'zod';
import { describeError } from '../http/errors.ts';
import { PictureUpload } from './pictures.ts';
import { type RestRecord, rulesOf, type SaveInput } from './record.ts';
import type { RestCall } from './route.ts';

/** Maximum number of attempts of a save that keeps columns while others save the same record. */
const maxAttempts = 5;

/**
 * Saves a record and returns its id: into a release, or without one live. A picture or another optional field that is left out
 * stays as it is.
 */
export async function saveRecord(
  record: RestRecord,
  call: RestCall,
  input: SaveInput,
  release?: number,
): Promise<number> {
  const { id, parentId } = input;
  const values = await withStoredPictures(input.values, call);
  for (let attempt = 1; ; attempt += 1) {
    const { version, kept } = id === undefined ? {} : await keptColumns(record, call, { id, release }, values);
    try {
      const procedures = record.procedures(call.caller);
      const saved = await procedures.save({ id, parentId, version, release, values: { ...values, ...kept } });
      return saved.id;
    } catch (error) {
      // Another save came between reading the kept columns and this one.
      const isLate = version !== undefined && describeError(error).httpStatus === 409;
      if (!isLate || attempt === maxAttempts) throw error;
    }
  }
}

/** The values of a save, with pictures stored. */
async function withStoredPictures(raw: Record<string, unknown>, { deps }: RestCall): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(raw)) {
    if (value instanceof PictureUpload) values[column] = await value.store(deps);
    else if (value !== undefined) values[column] = value;
  }
  return values;
}

interface KeptColumns {
  /** Version of the row the columns come from; absent without such columns. */
  version?: number;
  kept?: Record<string, unknown>;
}

/** The stored values of optional columns that an update leaves out. A picture that is left out needs none. */
async function keptColumns(
  record: RestRecord,
  call: RestCall,
  { id, release }: { id: number; release: number | undefined },
  values: Record<string, unknown>,
): Promise<KeptColumns> {
  const rules = rulesOf(record.definition);
  const leftOut = [...record.fields]
    .filter(([column, field]) => !field.isPicture && values[column] === undefined && isOptional(rules(column)))
    .map(([column]) => column);
  if (leftOut.length === 0) return {};
  const rows = await record.procedures(call.caller).list({ release });
  const stored = rows.find((row) => row.id === id);
  if (!stored) return {};
  const columns: Record<string, unknown> = stored;
  return { version: stored.version, kept: Object.fromEntries(leftOut.map((column) => [column, columns[column]])) };
}

function isOptional(rules: z.ZodType): boolean {
  return rules.safeParse(undefined).success;
}
