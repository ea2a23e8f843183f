import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ImageSlot, imageUrl } from '../../../contract/images.ts';
import { maxAltText, type PictureDetails, type PicturePoint } from '../../../contract/picture-details.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { limited } from '../fields/limit.tsx';
import { reloadLists } from '../history/undo.ts';
import { notifyFailedSave, notifySaved } from '../shell/notify.ts';
import css from './focus.module.css';
import { FocusPicker, pointInWords } from './focus-picker.tsx';
import { ShapePreviews } from './shape-previews.tsx';
import { shapesOf } from './slot-shapes.ts';
import type { KeptPicture } from './types.ts';

/** Width (px) of the picture in the form. */
const shownWidth = 640;

interface Props {
  picture: KeptPicture;
  /** The slots that show the picture. */
  slots: readonly ImageSlot[];
  onSaved: (details: PictureDetails) => void;
  onCancel?: () => void;
}

/** Focal point and alternative text of a picture; both belong to the picture and count wherever the page shows it. */
export function DetailsForm({ picture, slots, onSaved, onCancel }: Props) {
  const [focus, setFocus] = useState<PicturePoint | null>(picture.focus);
  const [text, setText] = useState(picture.altText ?? '');
  const [isDecorative, setDecorative] = useState(picture.altText === '');
  const describe = trpc.images.describe.useMutation();
  const shapes = shapesOf(slots);
  const isRead = slots.some(({ role }) => role !== 'background');
  const isNamed = slots.every(({ role }) => role === 'named');
  const url = imageUrl(picture.hash, shownWidth);
  const info = { label: 'Alternative text', maxLength: maxAltText };
  const limit = limited({ info: { ...info, hint: isNamed ? `${altHint} ${namedHint}` : altHint }, text });
  const details: PictureDetails = { focus, altText: isDecorative ? '' : text.trim() || null };

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In the document the form may be inside the form of a record.
    event.stopPropagation();
    if (limit.error && !isDecorative) return;
    try {
      await describe.mutateAsync({ hash: picture.hash, ...details });
    } catch (error) {
      const { httpStatus, message } = describeFailure(error);
      return notifyFailedSave(httpStatus, message);
    }
    notifySaved();
    await reloadLists();
    onSaved(details);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {shapes.length > 0 ? (
          <>
            <Text size="sm">
              Click on what must stay visible, or move the point with the arrow keys. The page crops the rest to fit the
              screen.
            </Text>
            <div className={css.crop}>
              <FocusPicker url={url} focus={focus} onChange={setFocus} />
              <ShapePreviews url={url} shapes={shapes} focus={focus} />
            </div>
            <Group gap="md">
              <Text size="sm" c="dimmed">
                Focal point: {pointInWords(focus)}
              </Text>
              {focus && (
                <Button variant="default" size="xs" onClick={() => setFocus(null)}>
                  Remove the focal point
                </Button>
              )}
            </Group>
          </>
        ) : (
          <div className={css.whole}>
            <img src={url} alt="" />
          </div>
        )}
        {isRead ? (
          <>
            <Textarea
              label={info.label}
              {...limit}
              error={isDecorative ? undefined : limit.error}
              autosize
              minRows={2}
              maxRows={5}
              disabled={isDecorative}
              value={isDecorative ? '' : text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Checkbox
              size="md"
              label={
                <Text span size="sm">
                  Decorative: no text
                </Text>
              }
              description="For pictures that show nothing a visitor needs to know."
              checked={isDecorative}
              onChange={(event) => setDecorative(event.currentTarget.checked)}
            />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            This picture is a background of the page. Backgrounds are decorative and need no alternative text.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Kept with the picture: visitors see the change at once, wherever the page shows this picture.
        </Text>
        <Group gap="sm" justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={describe.isPending}>
            Save crop and description
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const altHint = 'Say in a sentence what the picture shows. Screen readers read the text out.';
const namedHint = 'Without a text they read the name.';
