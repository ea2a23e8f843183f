import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { CheckValues } from './check-values.ts';

interface Props {
  values: CheckValues;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changed: Partial<CheckValues>) => void;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS'];

/** What a check asks and expects, by its kind. */
export function TargetInputs(props: Props) {
  const { kind } = props.values;
  if (kind === 'http') return <HttpInputs {...props} />;
  const { text, number } = inputs(props);
  return (
    <>
      <TextInput
        label="Host"
        placeholder={kind === 'domain' ? 'example.com' : 'shop.example.com'}
        spellCheck={false}
        {...text('host')}
      />
      {(kind === 'tls' || kind === 'tcp') && (
        <NumberInput label="Port" placeholder={kind === 'tls' ? '443' : ''} min={1} max={65_535} {...number('port')} />
      )}
      {(kind === 'tls' || kind === 'domain') && (
        <NumberInput
          label="Days left"
          description={`The check fails when the ${kind === 'tls' ? 'certificate' : 'registration'} ends earlier.`}
          min={0}
          max={365}
          {...number('minDays')}
        />
      )}
      {kind === 'dns' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Choice label="Record type" name="type" data={recordTypes} {...props} />
          <TextInput label="Expected value" spellCheck={false} {...text('value')} />
        </SimpleGrid>
      )}
    </>
  );
}

function HttpInputs(props: Props) {
  const { text, number } = inputs(props);
  return (
    <>
      <TextInput label="URL" placeholder="https://shop.example.com/health" spellCheck={false} {...text('url')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Choice label="Method" name="method" data={methods} {...props} />
        <TextInput label="Expected status" description="Such as 200, 301-308" {...text('statuses')} />
      </SimpleGrid>
      <Textarea
        label="The answer contains"
        description="One text a line"
        autosize
        minRows={1}
        {...text('mustContain')}
      />
      <Textarea label="The answer does not contain" autosize minRows={1} {...text('mustNotContain')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="JSON value at" placeholder="data.items[0].state" spellCheck={false} {...text('jsonPath')} />
        <TextInput label="is" {...text('jsonEquals')} />
        <NumberInput label="Redirects followed" min={0} max={10} {...number('maxRedirects')} />
        <NumberInput
          label="Slowest answer in ms"
          placeholder="No limit"
          min={1}
          max={60_000}
          {...number('maxResponseMs')}
        />
      </SimpleGrid>
      <Textarea
        label="Headers"
        description="One a line, such as Authorization: Bearer …; stored encrypted, and shown masked."
        autosize
        minRows={1}
        spellCheck={false}
        {...text('headers')}
      />
      <Textarea label="Body" description="Stored encrypted, and shown masked." autosize minRows={1} {...text('body')} />
    </>
  );
}

type TextName = { [Name in keyof CheckValues]: CheckValues[Name] extends string ? Name : never }[keyof CheckValues];
type NumberName = 'port' | 'minDays' | 'maxRedirects' | 'maxResponseMs';

function inputs({ values, errors, onChange }: Props) {
  return {
    text: (name: Exclude<TextName, 'kind'>) => ({
      id: `check-${name}`,
      value: values[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    }),
    number: (name: NumberName) => ({
      id: `check-${name}`,
      value: values[name],
      error: errors[name],
      onChange: (value: string | number) => onChange({ [name]: value === '' ? '' : Number(value) }),
    }),
  };
}

interface ChoiceProps extends Props {
  label: string;
  name: 'method' | 'type';
  data: string[];
}

function Choice({ label, name, data, values, errors, onChange }: ChoiceProps) {
  return (
    <Select
      id={`check-${name}`}
      label={label}
      data={data}
      value={values[name]}
      error={errors[name]}
      allowDeselect={false}
      onChange={(value) => onChange({ [name]: value ?? values[name] })}
    />
  );
}
