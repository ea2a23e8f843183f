/** Clients stand by their Display Order (specification, section 2), those of the same one in the order they were made. */
export function byDisplayOrder<Row extends { displayOrder: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.displayOrder - b.displayOrder);
}
