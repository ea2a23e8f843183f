import { Anchor, Text } from '@mantine/core';
import { placeTitle, recordAddress, sectionTitle } from '../records/record-address.ts';
import css from './places.module.css';
import type { LibraryPicture } from './types.ts';

/** Where a picture is used: links to the rows of the live page; releases and the history in numbers. */
export function Places({ picture: { places, releases, versions } }: { picture: LibraryPicture }) {
  return (
    <>
      {places.length > 0 ? (
        <ul className={css.places} aria-label="Where used">
          {places.map((place) => (
            <li key={`${place.section} ${place.record} ${place.id} ${place.label}`}>
              <Anchor href={recordAddress(place)} size="sm" fw={500}>
                {placeTitle(place)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {sectionTitle(place)}, {place.label}
              </Text>
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm">The page does not use this picture.</Text>
      )}
      <Text size="sm" c="dimmed">
        {inNumbers(releases, ['release', 'releases'])} and {inNumbers(versions, ['version', 'versions'])} in the history
        have it.
      </Text>
    </>
  );
}

function inNumbers(count: number, [one, several]: readonly [string, string]): string {
  return `${count === 0 ? 'No' : count.toLocaleString()} ${count === 1 ? one : several}`;
}
