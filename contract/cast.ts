/**
 * Asserts a type that the compiler cannot infer, such as a library's erased generic. The project's only cast: the line
 * above each use gives the reason.
 */
export function castTo<T>(value: unknown): T {
  return value as T;
}
