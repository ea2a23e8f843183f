import { Text } from '@mantine/core';
import { useId } from 'react';
import { hash } from '../../../contract/image-hash.ts';
import { client } from '../api/client.ts';
import { useEditor, useEditorSession } from '../editor/session/provider.tsx';
import { type ItemKey, keyOf } from '../editor/session/types.ts';
import { useUploadsContext } from '../editor/uploads-context.ts';
import { UploadContext } from '../fields/uploads.ts';
import { RecordFields } from '../records/record-fields.tsx';
import { viewAt } from '../records/record-view.ts';
import { themeFields } from './theme-fields.ts';

const pictures = ['logo', 'darkLogo'];

/** The look of the page in the page editor: fields of the company that the page shows. */
export function ThemePanel() {
  const session = useEditorSession();
  const company = useEditor(({ rows }) => rows?.get('company.heading')?.find(({ isActive }) => isActive === true));
  const problems = useEditor((state) => state.problems);
  const uploads = useUploadsContext();
  const prefix = useId();
  const view = viewAt('company.heading');
  if (!view || !company)
    return <Text c="dimmed">The colours, typefaces and logos belong to the company. Add the company first.</Text>;
  const item: ItemKey = { path: 'company.heading', id: company.id };

  async function change(name: string, value: unknown) {
    const picture = pictures.includes(name) ? hash.safeParse(value).data : undefined;
    // Without its size, the page shows the picture after the next load.
    const stored = picture && (await client.images.details.query({ hash: picture }).catch(() => null));
    if (stored) session.rememberPicture(stored.hash, stored);
    session.change(item, name, value);
  }

  return (
    <UploadContext value={uploads}>
      <RecordFields
        fields={themeFields.flatMap((name) => view.fields.find((field) => field.name === name) ?? [])}
        values={company}
        errors={problems.get(keyOf(item)) ?? {}}
        inputId={(name) => `${prefix}-${name}`}
        onChange={(name, value) => void change(name, value)}
        onLeave={() => {}}
      />
    </UploadContext>
  );
}
