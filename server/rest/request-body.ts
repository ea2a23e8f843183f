import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { invalid } from '../../core/errors.ts';
import { fieldMessages } from '../http/errors.ts';

/** One field of a documented body. */
export interface BodyField<Value> {
  /** Documented names, the main one first. The first one that is not blank counts. */
  names: readonly [string, ...string[]];
  schema: z.ZodType<Value>;
  isBlank(raw: unknown): boolean;
}

/** A documented body: parses a request and maps documented names to internal ones. */
export interface RequestBody<Value> {
  /** The body under its documented names. */
  schema: z.ZodObject;
  /** Documented names by internal name. */
  documentedNames: ReadonlyMap<string, string>;
  /** Reads a body; throws 400 with the failing fields' messages by their documented names. */
  parse(raw: unknown): Value;
}

type Values<Fields> = { [Key in keyof Fields]: Fields[Key] extends BodyField<infer Value> ? Value : never };

type Body = Readonly<Record<string, unknown>>;

/**
 * Declares a body by its internal names; each field brings its documented names and its schema. `prepare` adds values
 * that depend on several fields before the schemas read them.
 */
export function requestBody<const Fields extends Record<string, BodyField<unknown>>>(
  fields: Fields,
  prepare: (body: Body) => Body = (body) => body,
): RequestBody<Values<Fields>> {
  const entries = Object.entries(fields);
  const schema = z.object(Object.fromEntries(entries.map(([, { names, schema }]) => [names[0], schema])));
  return {
    schema,
    documentedNames: new Map(entries.map(([key, { names }]) => [key, names[0]])),
    parse(raw) {
      const parsed = schema.safeParse(prepare(withMainNames({ ...jsonObject(raw) }, Object.values(fields))));
      if (!parsed.success) throw invalid(fieldMessages(parsed.error));
      // Each value comes from its field's schema; the compiler does not follow the change of names.
      return castTo<Values<Fields>>(
        Object.fromEntries(entries.map(([key, { names }]) => [key, parsed.data[names[0]]])),
      );
    },
  };
}

/** The body as an object; throws 400 for anything else. */
export function jsonObject(raw: unknown): object {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return raw;
  throw invalid({ request: 'The body must be a JSON object' });
}

/** A body whose documented names are the internal ones. */
export function sameNames<Schema extends z.ZodObject>(schema: Schema): RequestBody<z.output<Schema>> {
  return {
    schema,
    documentedNames: new Map(),
    parse(raw) {
      const parsed = schema.safeParse(raw);
      if (!parsed.success) throw invalid(fieldMessages(parsed.error));
      return parsed.data;
    },
  };
}

/** The body with the value of each field under its main name. */
function withMainNames(body: Record<string, unknown>, fields: readonly BodyField<unknown>[]): Body {
  for (const { names, isBlank } of fields) {
    const name = names.find((name) => Object.hasOwn(body, name) && !isBlank(body[name]));
    if (name !== undefined) body[names[0]] = body[name];
  }
  return body;
}

const wireSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

/** The schema that the documents show in place of one that decodes. */
export function wireSchemaOf(schema: z.core.$ZodType): z.ZodType | undefined {
  return wireSchemas.get(schema);
}

/** Lets the documents show `wire` in place of a schema that decodes. */
export function shownAs<Schema extends z.ZodType>(schema: Schema, wire: z.ZodType): Schema {
  wireSchemas.set(schema, wire);
  return schema;
}

/** Decodes a raw value and passes it to the contract's rules; the documents show `wire`. */
export function decoded<Value>(
  rules: z.ZodType<Value>,
  decode: (raw: unknown) => unknown,
  wire: z.ZodType = rules,
): z.ZodType<Value> {
  const anything = z.custom<unknown>(() => true);
  const raw = rules.safeParse(undefined).success ? anything.optional() : anything;
  return shownAs(raw.transform(decode).pipe(rules), wire);
}

/** A field with one documented name; null counts as left out. */
export function plain<Value>(name: string, rules: z.ZodType<Value>, wire: z.ZodType = rules): BodyField<Value> {
  return { names: [name], isBlank: () => false, schema: decoded(rules, (raw) => raw ?? undefined, wire) };
}
