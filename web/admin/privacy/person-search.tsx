import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { personText } from '../../../contract/privacy.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyFailedSave } from '../shell/notify.ts';
import { PrivacyPart } from './part.tsx';
import { SearchResult } from './search-result.tsx';

/** Search for a person, and what it has found. */
export function PersonSearch() {
  const inputId = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const search = trpc.privacy.search.useMutation({
    meta: showsFailures,
    onError(error) {
      const { fields, httpStatus, message } = describeFailure(error);
      setProblem(fields.person ?? null);
      if (!fields.person) notifyFailedSave(httpStatus, message);
      else document.getElementById(inputId)?.focus();
    },
  });
  const found = search.data && { result: search.data, ...search.variables };

  function start(person: string, isWhole = false) {
    const refusal = personText.safeParse(person).error?.issues[0]?.message ?? null;
    setProblem(refusal);
    if (refusal !== null) document.getElementById(inputId)?.focus();
    else if (!search.isPending) search.mutate({ person: person.trim(), isWhole });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    start(typed);
  }

  return (
    <PrivacyPart title="Find a person" hint="Everything that is stored about one person, in one place.">
      <form onSubmit={submit} noValidate aria-label="Find a person">
        <TextInput
          id={inputId}
          label="Person"
          description="A name, or e-mail addresses and telephone numbers such as +15005550006, separated by commas"
          maw="36rem"
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="sm" mb="lg">
          <Button type="submit" loading={search.isPending}>
            Search
          </Button>
        </Group>
      </form>
      {found?.person !== undefined && !search.isPending && (
        <SearchResult
          key={found.person}
          person={found.person}
          result={found.result}
          onSearch={(person, isWhole) => {
            setTyped(person);
            start(person, isWhole);
          }}
        />
      )}
    </PrivacyPart>
  );
}
