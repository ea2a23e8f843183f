import { fieldInfo } from '../../contract/fields.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { ImageSlot } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import type { Edit } from '../content/edit.ts';
import type { Written } from '../content/write.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';
import { putBack, type Target } from '../history/put-back.ts';
import { drawUploaded } from './enqueue.ts';
import { findPictures } from './library.ts';
import { type PictureUse, picturesInUse, placeInWords } from './places.ts';

/**
 * Gives every row of the live page that has a picture another one, in one transaction: one change that can be undone. Throws 400
 * with a message for `to` if a slot does not accept the new picture.
 */
export async function replaceEverywhere(
  { db, queue, log }: Pick<CoreDependencies, 'db' | 'queue' | 'log'>,
  from: ImageHash,
  to: ImageHash,
  edit: Edit,
): Promise<Written & { places: number }> {
  const [picture] = await findPictures(db, [to]);
  if (!picture) throw notFound('The new picture');
  let uses: PictureUse[] = [];
  const written = await putBack(db, edit, async () => {
    uses = await picturesInUse(db, [from]);
    const refused = uses.find((use) => slotOf(use)?.accept === 'png' && picture.format !== 'png');
    if (refused) throw invalid({ to: `${messages.pngOnly}: ${placeInWords(refused)} takes no other type.` });
    return targetsOf(uses, to);
  });
  for (const slot of new Set(uses.map(slotOf))) if (slot) await drawUploaded({ queue, log }, to, slot);
  edit.recordChange({
    record: 'Picture',
    id: from,
    before: { picture: from },
    after: { picture: to, places: uses.length },
  });
  return { ...written, places: uses.length };
}

function slotOf({ definition, field }: PictureUse): ImageSlot | undefined {
  const rules = definition.schema.shape[field];
  return rules && fieldInfo.get(rules)?.slot;
}

/** One target for each row, also for a row that has the picture in two fields. */
function targetsOf(uses: readonly PictureUse[], to: ImageHash): Target[] {
  const byRow = Map.groupBy(uses, ({ definition, row }) => `${definition.section}.${definition.key} ${row.id}`);
  return [...byRow.values()].flatMap((list) => {
    const [first] = list;
    if (!first) return [];
    const changed = Object.fromEntries(list.map(({ field }) => [field, to]));
    return [{ definition: first.definition, id: first.row.id, row: { ...first.row, ...changed } }];
  });
}
