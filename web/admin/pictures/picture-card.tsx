import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { imageUrl } from '../../../contract/images.ts';
import { placeTitle, sectionTitle } from '../records/record-address.ts';
import css from './grid.module.css';
import note from './note.module.css';
import { sizeInWords } from './sizes.ts';
import { slotNamed } from './slot-shapes.ts';
import type { LibraryPicture } from './types.ts';

interface Props {
  picture: LibraryPicture;
  /** What a click does, for screen readers. */
  verb: string;
  onClick: () => void;
}

/** A picture of the library with its name, size and use. */
export function PictureCard({ picture, verb, onClick }: Props) {
  const { hash, thumbnail, format, width, height, size, focus } = picture;
  const objectPosition = focus ? `${focus.x}% ${focus.y}%` : undefined;
  return (
    <UnstyledButton id={cardId(hash)} className={css.card} onClick={onClick}>
      <span className={css.thumbnail} data-format={format}>
        <img src={imageUrl(hash, thumbnail)} alt="" loading="lazy" decoding="async" style={{ objectPosition }} />
      </span>
      <span className={css.facts}>
        <Text span size="sm" fw={550} truncate title={pictureName(picture)}>
          <VisuallyHidden>{verb} </VisuallyHidden>
          {pictureName(picture)}
        </Text>
        <Text span size="xs" c="dimmed">
          {width} × {height}, {sizeInWords(size)}
        </Text>
        <Text span size="xs" c="dimmed" truncate>
          {useInWords(picture)}
        </Text>
        {isUndescribed(picture) && (
          <Text span size="xs" className={note.prompt}>
            Not described yet
          </Text>
        )}
      </span>
    </UnstyledButton>
  );
}

/** Id of the button of a picture. */
export function cardId(hash: string): string {
  return `picture-${hash}`;
}

/** The name of a picture's file; pictures of older installations have none and are called after their first place. */
export function pictureName({ fileName, places: [first] }: Pick<LibraryPicture, 'fileName' | 'places'>): string {
  return fileName || (first ? placeTitle(first) : 'Picture without a name');
}

/** True if the page reads the picture's description out and there is none. */
function isUndescribed({ altText, places }: LibraryPicture): boolean {
  return altText === null && places.some(({ slot }) => slotNamed(slot)?.role === 'content');
}

function useInWords({ fileName, places, releases, versions }: LibraryPicture): string {
  const [first, ...others] = places;
  const more = others.length > 0 ? ` + ${others.length}` : '';
  if (first) return `${sectionTitle(first)}: ${fileName === '' ? first.label : placeTitle(first)}${more}`;
  if (releases > 0) return 'Only in releases';
  return versions > 0 ? 'Only in the history' : 'Not used';
}
