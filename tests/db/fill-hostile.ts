import type { AuditChange } from '../../contract/audit.ts';
import { castTo } from '../../contract/cast.ts';
import { imageHash } from '../../contract/image-hash.ts';
import type { Database } from '../../db/database.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { images } from '../../db/schema/images.ts';

/** Characters and pieces that formats of rows give a meaning to, and the ends of UTF-8's and UTF-16's ranges. */
const pieces = [
  ...['\0', '\\', '\\N', '\\.', '\t', '\n', '\r', '\r\n', '\b', '\v', '\f', '\u001b', '"', "'", ',', '$$', 'NULL'],
  ...[
    '\x7f',
    '\x80',
    '\u07ff',
    '\u0800',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\uffff',
    '🚢',
    '\u{10ffff}',
    'e\u0301',
    'a',
    ' ',
  ],
  ...['\\x00', '\\u0000', '{', '}', 'PGCOPY'],
];

/** The first and the last times, the ends of the safe range in microseconds since 2000, and ordinary ones. */
const times = [
  Date.parse('1000-01-01T00:00:00Z'),
  -1,
  0,
  1,
  946_684_799_999,
  946_684_800_000,
  946_684_800_001,
  946_684_800_000 + Math.floor(Number.MAX_SAFE_INTEGER / 1000),
  946_684_800_000 + Math.ceil(Number.MAX_SAFE_INTEGER / 1000) + 1,
  946_684_800_000 - Math.ceil(Number.MAX_SAFE_INTEGER / 1000) - 1,
  Date.parse('9999-12-31T23:59:59.999Z'),
  1_772_438_400_123,
];
const numbers = [0, 1, -1, 255, 65_536, -(2 ** 31), 2 ** 31 - 1];

/** Writes rows of random hostile values, the same in every run; returns how many of the texts have a NUL. */
export async function fillHostile(db: Database, rows: number): Promise<number> {
  let state = 20_261_122;
  const random = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const text = () => Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
  const json = (depth: number): unknown => {
    const kind = random(depth > 0 ? 7 : 5);
    if (kind < 2) return text();
    if (kind === 2) return numbers[random(numbers.length)];
    if (kind === 3) return random(2) === 1 ? null : 1.5e-7;
    if (kind === 4) return `\ud800${text()}`;
    const items = Array.from({ length: random(4) }, () => json(depth - 1));
    return kind === 5 ? items : Object.fromEntries(items.map((item, place) => [`${place}${text()}`, item]));
  };
  const written = Array.from({ length: rows }, (_, place) => ({
    at: new Date(times[place % times.length] ?? 0),
    userId: random(3) === 0 ? null : (numbers[random(numbers.length)] ?? 0),
    userName: text(),
    role: random(2) === 1 ? ('Admin' as const) : null,
    ip: text(),
    requestId: random(4) === 0 ? '' : text(),
    section: text(),
    action: text(),
    record: random(3) === 0 ? null : text(),
    recordId: random(3) === 0 ? '' : text(),
    outcome: 'done' as const,
    fields: text(),
    search: text(),
    // The column holds any JSON.
    changes: castTo<AuditChange[]>([json(3)]),
  }));
  for (const row of written) await db.insert(auditEntries).values(row);
  for (let place = 0; place < 20; place += 1)
    await db.insert(images).values({
      hash: imageHash(String(place).padStart(32, 'b')),
      format: 'png',
      width: 1,
      height: 1,
      bytes: Buffer.from(Array.from({ length: random(300) }, () => random(256))),
      createdAt: new Date(0),
    });
  return written
    .flatMap((row) => Object.values(row))
    .filter((value) => typeof value === 'string' && value.includes('\0')).length;
}
