import type { Wanted } from '../../contract/find.ts';
import { wantedOf } from '../../contract/find.ts';
import { maxIdentifiers } from '../../contract/privacy.ts';
import { compactNumber } from '../../contract/telephony.ts';
import { invalid } from '../errors.ts';

/** A person to look for: by addresses and numbers, or by a part of the name. */
export interface Person {
  /** Lower-cased e-mail addresses. */
  emails: readonly string[];
  /** Telephone numbers in E.164 form. */
  numbers: readonly string[];
  /** Null for a person who is known by address or number. */
  name: Wanted | null;
}

/** A person who is known by e-mail addresses and telephone numbers only: these belong to one person, a name may not. */
export type Identified = Person & { name: null };

/** Reads what was typed. Throws if a name stands beside addresses, or if there are too many. */
export function personOf(typed: string): Person {
  const parts = typed.split(/[,;]/).map((part) => part.trim());
  const wanted = parts.filter((part) => part !== '');
  if (wanted.length > maxIdentifiers) throw invalid({ person: `Type at most ${maxIdentifiers} addresses and numbers` });
  const emails = wanted.filter((part) => part.includes('@')).map((part) => part.toLowerCase());
  const numbers = wanted.filter((part) => !part.includes('@')).flatMap((part) => numberOf(part) ?? []);
  if (emails.length + numbers.length === wanted.length && wanted.length > 0) return { emails, numbers, name: null };
  if (emails.length + numbers.length > 0)
    throw invalid({ person: 'Type a name, or e-mail addresses and telephone numbers, not both' });
  const name = wantedOf(typed);
  if (wanted.length === 0 || name.words.length === 0)
    throw invalid({ person: 'Type a name, an e-mail address or a telephone number' });
  return { emails, numbers, name };
}

/** The same for an export or an erasure, which names do not allow. */
export function identifiedPersonOf(typed: string): Identified {
  const { name, ...identifiers } = personOf(typed);
  if (name !== null)
    throw invalid({
      person: 'Type an e-mail address or a telephone number in international form: several people may have one name',
    });
  return { ...identifiers, name };
}

/** The number in E.164 form; null for another text. */
function numberOf(typed: string): string | null {
  const compact = compactNumber(typed).replace(/^00/, '+');
  return /^\+[1-9]\d{4,14}$/.test(compact) ? compact : null;
}
