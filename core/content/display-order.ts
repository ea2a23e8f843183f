/** Sorts clients by Display Order (specification, section 2), then by creation. */
export function byDisplayOrder<Row extends { displayOrder: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.displayOrder - b.displayOrder);
}
