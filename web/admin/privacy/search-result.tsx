import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { personalKinds } from '../../../contract/privacy.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { DownloadIcon } from '../shell/icons.tsx';
import { Panel } from '../shell/panel.tsx';
import type { FoundKind, Search } from './answers.ts';
import { ErasePanel } from './erase-panel.tsx';
import { KindCard } from './kind-card.tsx';

interface Props {
  person: string;
  result: Search;
  onSearch: (person: string, isWhole?: boolean) => void;
}

const eraseButton = 'erase-person';

/** What a search has found, by kind, with export and erasure of an identified person. */
export function SearchResult({ person, result: { kinds, isIdentified }, onSearch }: Props) {
  const [isErasing, setErasing] = useState(false);
  const found = kinds.filter(({ count }) => count > 0);
  const empty = kinds.filter(({ count }) => count === 0);
  const isPartial = kinds.some((kind) => kind.isPartial);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text role="status" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {summary(person, found)}
        </Text>
        {isIdentified && found.length > 0 && (
          <Group gap="sm">
            <Download person={person} format="json" />
            <Download person={person} format="csv" />
            <Button id={eraseButton} color="red" variant="light" onClick={() => setErasing(true)}>
              Erase…
            </Button>
          </Group>
        )}
      </Group>
      {!isIdentified && found.length > 0 && <Identifiers kinds={found} onSearch={onSearch} />}
      {isPartial && (
        <Alert color="amber" title="Not everything was read">
          <Text size="sm" mb="sm">
            Of long lists the search reads the newest 100,000 rows: {labelsOf(kinds.filter((kind) => kind.isPartial))}.
          </Text>
          <Button size="xs" variant="default" onClick={() => onSearch(person, true)}>
            Search everything
          </Button>
        </Alert>
      )}
      {found.length === 0 && (
        <EmptyState>Nothing is stored about this person. Try another address, or a part of the name.</EmptyState>
      )}
      {found.map((kind) => (
        <KindCard key={kind.kind} found={kind} />
      ))}
      {found.length > 0 && empty.length > 0 && (
        <Text size="sm" c="dimmed">
          Nothing in: {labelsOf(empty)}.
        </Text>
      )}
      <Panel title="Erase a person" isOpen={isErasing} onClose={() => setErasing(false)} opener={eraseButton}>
        {isErasing && (
          <ErasePanel
            person={person}
            onDone={() => {
              setErasing(false);
              onSearch(person);
            }}
          />
        )}
      </Panel>
    </Stack>
  );
}

function summary(person: string, found: readonly FoundKind[]): string {
  const count = found.reduce((sum, kind) => sum + kind.count, 0);
  const more = found.every(({ isCountExact }) => isCountExact) ? '' : 'More than ';
  return `${more}${count.toLocaleString()} ${count === 1 ? 'record' : 'records'} about ${person}`;
}

function labelsOf(kinds: readonly FoundKind[]): string {
  return kinds.map(({ kind }) => personalKinds[kind].label).join(', ');
}

function Download({ person, format }: { person: string; format: 'json' | 'csv' }) {
  const href = `/api/personaldata.${format}?${new URLSearchParams({ person }).toString()}`;
  return (
    <Button component="a" href={href} download variant="default" leftSection={<DownloadIcon />}>
      {format.toUpperCase()}
    </Button>
  );
}

/** Most addresses and numbers that are offered for a search. */
const maxOffered = 8;

/** Searches by the addresses and numbers of the records: several people may have one name. */
function Identifiers({ kinds, onSearch }: { kinds: readonly FoundKind[]; onSearch: Props['onSearch'] }) {
  const values = kinds.flatMap(({ records }) => records.flatMap(({ data }) => [data['E-mail'], data.Number]));
  const texts = values.filter((value) => typeof value === 'string').map((value) => value.toLowerCase());
  const offered = [...new Set(texts)].filter((text) => text !== '').slice(0, maxOffered);
  return (
    <Alert color="gray" title="Several people may have this name">
      <Text size="sm" mb={offered.length > 0 ? 'sm' : 0}>
        Search by e-mail address or telephone number to export or erase one person.
      </Text>
      <Group gap="xs">
        {offered.map((text) => (
          <Button key={text} size="xs" variant="default" onClick={() => onSearch(text)}>
            {text}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
