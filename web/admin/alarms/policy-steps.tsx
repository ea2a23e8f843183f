import { ActionIcon, Button, Fieldset, Group, MultiSelect, NumberInput, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { Policy, PolicyChoices } from './answers.ts';
import { recipientOptions, type StepDraft } from './policy-values.ts';
import { unless } from './unless.ts';

interface Props {
  steps: readonly StepDraft[];
  choices: PolicyChoices;
  /** Names of the stored recipients. */
  names: Policy['names'] | undefined;
  /** Messages by places such as `0.recipients`. */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (steps: StepDraft[]) => void;
}

const maxSteps = 10;

/** The steps of a policy: after how many minutes whom they notify. */
export function PolicySteps({ steps, choices, names, errors, onChange }: Props) {
  const change = (place: number, part: Partial<StepDraft>) =>
    onChange(steps.map((step, at) => (at === place ? { ...step, ...part } : step)));
  const move = (place: number, to: number) => {
    const moved = [...steps];
    const [step] = moved.splice(place, 1);
    if (!step || to < 0 || to >= steps.length) return;
    moved.splice(to, 0, step);
    onChange(moved);
  };
  function add() {
    const last = Number(steps.at(-1)?.afterMinutes ?? 0);
    const key = Math.max(0, ...steps.map((step) => step.key)) + 1;
    onChange([...steps, { key, afterMinutes: steps.length === 0 ? 0 : last + 10, recipients: [] }]);
  }
  return (
    <Stack gap="sm" id="policy-steps" tabIndex={-1}>
      {steps.map(({ key, afterMinutes, recipients }, place) => (
        <Fieldset key={key} legend={`Step ${place + 1}`} p="md">
          <Stack gap="sm">
            <NumberInput
              id={`policy-steps-${place}-afterMinutes`}
              label="Minutes after the outage was noticed"
              min={0}
              max={1440}
              allowDecimal={false}
              value={afterMinutes}
              error={errors[`${place}.afterMinutes`]}
              onChange={(value) => change(place, { afterMinutes: value })}
            />
            <MultiSelect
              id={`policy-steps-${place}-recipients`}
              label="Notify"
              styles={{ inputField: { minHeight: 24 } }}
              data={recipientOptions(choices, recipients, names)}
              value={recipients}
              searchable
              clearable
              error={errors[`${place}.recipients`]}
              onChange={(value) => change(place, { recipients: value })}
            />
            <Group gap="xs">
              <ActionIcon
                variant="default"
                size="md"
                aria-label={`Move step ${place + 1} up`}
                {...unless(place > 0)}
                onClick={() => move(place, place - 1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="md"
                aria-label={`Move step ${place + 1} down`}
                {...unless(place < steps.length - 1)}
                onClick={() => move(place, place + 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              {steps.length > 1 && (
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={`Remove step ${place + 1}`}
                  onClick={() => {
                    onChange(steps.filter((_, at) => at !== place));
                    document.getElementById('policy-steps')?.focus();
                  }}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
          </Stack>
        </Fieldset>
      ))}
      {errors[''] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errors['']}
        </Text>
      )}
      {steps.length < maxSteps && (
        <div>
          <Button size="xs" variant="default" onClick={add}>
            Add step
          </Button>
        </div>
      )}
    </Stack>
  );
}
