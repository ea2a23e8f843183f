import { SimpleGrid, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { type FieldInfo, infoOf } from '../../../contract/fields.ts';
import { userDetails } from '../../../contract/users.ts';
import { limited } from '../fields/limit.tsx';

/** Texts of a user. */
export interface DetailValues {
  firstName: string;
  lastName: string;
  email: string;
}

const emailInfo: FieldInfo = { label: 'E-mail', maxLength: 254 };

interface Props {
  /** Begins the ids of the inputs. */
  prefix: string;
  values: DetailValues;
  errors: Readonly<Record<string, string | undefined>>;
  /** Below the e-mail address. */
  emailHint: string;
  onChange: (changed: Partial<DetailValues>) => void;
}

/** First name, last name and e-mail address of a user. */
export function DetailFields({ prefix, values, errors, emailHint, onChange }: Props) {
  const props = (name: keyof DetailValues, info: FieldInfo) => ({
    id: `${prefix}-${name}`,
    label: info.label,
    autoComplete: 'off',
    value: values[name],
    ...limited({ info, text: values[name], error: errors[name] }),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  });
  const { firstName, lastName } = userDetails.shape;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" w="100%">
        <TextInput {...props('firstName', infoOf(firstName) ?? { label: 'First name' })} />
        <TextInput {...props('lastName', infoOf(lastName) ?? { label: 'Last name' })} />
      </SimpleGrid>
      <TextInput type="email" w="100%" {...props('email', { ...emailInfo, hint: emailHint })} />
    </>
  );
}
