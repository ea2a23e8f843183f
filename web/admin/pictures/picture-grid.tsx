import { Checkbox, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSize } from '../../../contract/paging.ts';
import { trpc } from '../api/client.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ListPager } from '../tables/list-pager.tsx';
import css from './grid.module.css';
import { PictureCard } from './picture-card.tsx';
import type { LibraryPicture } from './types.ts';

/** Pause in typing after which the search starts, in ms. */
const searchPauseMs = 250;

/** What the grid shows. */
export interface GridState {
  text: string;
  isUnused: boolean;
  page: number;
}

/** All pictures, from the first page. */
export const everything: GridState = { text: '', isUnused: false, page: 1 };

interface Props {
  state: GridState;
  onState: (state: GridState) => void;
  /** True for a slot that takes PNG only. */
  isPng?: boolean;
  /** What a click on a picture does, for screen readers: "Open anna.jpg". */
  verb: string;
  onChosen: (picture: LibraryPicture) => void;
}

/** The stored pictures, the newest first, with a search by name, alternative text and place. */
export function PictureGrid({ state, onState, isPng = false, verb, onChosen }: Props) {
  const { isUnused, page } = state;
  const [typed, setTyped] = useState(state.text);
  const search = useDebouncedCallback((text: string) => onState({ ...state, text, page: 1 }), searchPauseMs);
  const filter = { text: state.text, isUnused, isPng, page };
  const query = trpc.images.list.useQuery(filter, { placeholderData: keepPreviousData });
  const isFiltered = state.text !== '' || isUnused;
  return (
    <Stack gap="md">
      <div className={css.search}>
        <TextInput
          type="search"
          label="Search"
          description="File name, description, or where it is used"
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            search(value.trim());
          }}
        />
        <Checkbox
          size="md"
          label={
            <Text span size="sm">
              Not used anywhere
            </Text>
          }
          checked={isUnused}
          onChange={(event) => onState({ ...state, isUnused: event.currentTarget.checked, page: 1 })}
        />
      </div>
      <Loaded query={query} waiting={<Skeleton h={280} />}>
        {({ rows, count, isCountExact }) =>
          count === 0 ? (
            <EmptyState>
              <Text size="sm">{isFiltered ? 'No picture matches.' : emptyText}</Text>
            </EmptyState>
          ) : (
            <>
              {count > pageSize || isFiltered ? (
                <ListPager
                  {...{ count, isCountExact, page }}
                  noun={['picture', 'pictures']}
                  onPage={(next) => onState({ ...state, page: next })}
                />
              ) : null}
              <ul className={css.grid} aria-label="Pictures" aria-busy={query.isPlaceholderData || undefined}>
                {rows.map((picture) => (
                  <li key={picture.hash}>
                    <PictureCard picture={picture} verb={verb} onClick={() => onChosen(picture)} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

const emptyText =
  'No pictures yet. Pictures that you choose in the page’s forms are collected here, ready to use again.';
