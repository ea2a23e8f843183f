import type { PersonalKindName } from '../../contract/privacy.ts';
import type { Cell } from '../export/csv.ts';

/** A record about a person. */
export interface Found {
  id: number | string;
  /** When the record was made; null if unknown. */
  at: Date | null;
  /** The personal data by names for people. */
  data: Readonly<Record<string, Exclude<Cell, object> | Date>>;
}

/** How many records of a kind a person has, with the first ones. */
export interface FoundKind {
  kind: PersonalKindName;
  count: number;
  /** False: the count is a lower limit. */
  isCountExact: boolean;
  /** True if the oldest rows of a long list were not read. */
  isPartial: boolean;
  records: Found[];
}
