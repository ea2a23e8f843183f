import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { retentionKinds, retentionProblem } from '../../../contract/privacy.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifyFailedSave, notifySaved } from '../shell/notify.ts';
import type { Retention } from './answers.ts';

/** How long one kind is kept. */
export function RetentionForm({ kind, days, onDone }: Retention & { onDone: () => void }) {
  const { minDays, maxDays, mayBeForEver, defaultDays, end } = retentionKinds[kind];
  const inputId = useId();
  const [typed, setTyped] = useState(days === null ? '' : String(days));
  const [isForEver, setForEver] = useState(days === null);
  const [problem, setProblem] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const save = trpc.privacy.saveRetention.useMutation({
    meta: showsFailures,
    async onSuccess() {
      await utils.privacy.retention.invalidate();
      notifySaved();
      onDone();
    },
    onError(error) {
      const { fields, httpStatus, message } = describeFailure(error);
      setProblem(fields.days ?? null);
      if (!fields.days) notifyFailedSave(httpStatus, message);
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = isForEver ? null : /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    const refusal = retentionProblem(kind, chosen);
    setProblem(refusal);
    if (refusal !== null) return document.getElementById(inputId)?.focus();
    const isShorter = chosen !== null && (days === null || chosen < days);
    const question = {
      message: `Keep this data for ${chosen} days only?`,
      subject: `Older data goes with the next run of the job. ${end} This cannot be undone.`,
      action: 'Save',
    };
    if (!save.isPending && (!isShorter || (await confirm(question)))) save.mutate({ kind, days: chosen });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {end} Without a setting: {defaultDays === null ? 'for ever' : `${defaultDays} days`}.
        </Text>
        <TextInput
          id={inputId}
          label="Days"
          description={`From ${minDays} to ${maxDays}`}
          inputMode="numeric"
          autoComplete="off"
          maw="12rem"
          value={isForEver ? '' : typed}
          disabled={isForEver}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {mayBeForEver && (
          <Checkbox
            label="Keep for ever"
            checked={isForEver}
            onChange={(event) => setForEver(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'start' }}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
