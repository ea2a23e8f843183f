/** Sorts clients by Display Order (specification, section 2), then by creation. */
export function byDisplayOrder<Row extends { displayOrder?: unknown }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Number(a.displayOrder) - Number(b.displayOrder));
}
