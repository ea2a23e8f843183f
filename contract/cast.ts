/**
 * States a type the compiler cannot see (a library's erased generic, a checked string becoming a brand).
 * The project's only cast: each use says why beside it.
 */
export function castTo<T>(value: unknown): T {
  return value as T;
}
