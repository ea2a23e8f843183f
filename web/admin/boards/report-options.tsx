import { Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { isRange, reportDates } from '../../../contract/board-report.ts';
import { type Choices, daysOf, type Period, periods } from './report-choices.ts';

interface Props {
  choices: Choices;
  onChange: (choices: Choices) => void;
}

const dates = Object.entries(reportDates).map(([value, label]) => ({ value, label }));
const spans = [
  ...Object.entries(periods).map(([value, label]) => ({ value, label })),
  { value: 'own', label: 'Other dates' },
];
const names = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} – ${names.of(code)}`,
}));

/** Choices for expense reports: which date of a card, the period, and the currency of signs that several share. */
export function ReportOptions({ choices, onChange }: Props) {
  const change = (next: Partial<Choices>) => onChange({ ...choices, ...next });
  const hasRange = isRange({ from: choices.from || undefined, to: choices.to || undefined });
  return (
    <Fieldset legend="Report options" radius="md" mx={0}>
      <Stack gap="sm">
        <Group grow align="start" preventGrowOverflow={false}>
          <Select
            label="Period"
            miw="11rem"
            data={spans}
            value={choices.period}
            allowDeselect={false}
            onChange={(value) => {
              const period = spans.find((span) => span.value === value)?.value;
              if (isPeriod(period)) change({ period, ...(period !== 'own' && daysOf(period, new Date())) });
            }}
          />
          <Select
            label="Date used"
            miw="11rem"
            data={dates}
            value={choices.date}
            allowDeselect={false}
            onChange={(value) => {
              if (value === 'due' || value === 'created' || value === 'activity') change({ date: value });
            }}
          />
        </Group>
        {choices.period === 'own' && (
          <Group grow align="start">
            <TextInput
              label="From"
              type="date"
              value={choices.from}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              label="To"
              type="date"
              value={choices.to}
              error={!hasRange && 'The last day is before the first.'}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </Group>
        )}
        <Select
          label="Currency of amounts without a clear one"
          description="For amounts without a sign, and for $, ¥, kr and Rs if the currency uses that sign."
          placeholder="As written on the card"
          data={currencies}
          value={choices.currency || null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the currency' }}
          nothingFoundMessage="No currency with this name"
          onChange={(value) => change({ currency: value ?? '' })}
        />
      </Stack>
    </Fieldset>
  );
}

function isPeriod(value: string | undefined): value is Period {
  return value !== undefined && (value === 'own' || value in periods);
}
