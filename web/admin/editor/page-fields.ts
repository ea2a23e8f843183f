import type { RecordPath } from '../../../server/content/router.ts';
import type { RecordField, RecordView } from '../records/record-view.ts';

/** Fields that are not about the page, and where else they are. */
interface Elsewhere {
  fields: readonly string[];
  /** What the fields are about, as the subject of a sentence. */
  what: string;
}

const elsewhere: Partial<Record<RecordPath, Elsewhere>> = {
  'clients.heading': { fields: [], what: 'Clients who are not on the home page' },
  'clients.items': {
    fields: ['healthCode', 'checkInterval', 'telephonyClientId'],
    what: 'Monitoring and the SMS account of this client',
  },
  'company.heading': {
    fields: ['accentColor', 'secondColor', 'typeface', 'corners', 'density', 'timeZone'],
    what: 'Colours, typefaces and the time zone',
  },
};

/** The fields of a record that are about the page. */
export function pageFieldsOf(view: RecordView): readonly RecordField[] {
  const other = view.path === null ? undefined : elsewhere[view.path];
  return other ? view.fields.filter(({ name }) => !other.fields.includes(name)) : view.fields;
}

/** What the other fields of a record are about; null if all are about the page. */
export function otherFieldsOf(path: RecordPath): string | null {
  return elsewhere[path]?.what ?? null;
}
