import { TextInput } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { limited } from '../fields/limit.tsx';
import { FilterForm } from '../tables/filter-form.tsx';
import { AccountSelect } from './account-select.tsx';

/** Filters of the log; an empty field matches everything. */
interface Filters {
  fromNumber: string;
  toNumber: string;
  messageSid: string;
  accountSid: string;
  requestFrom: string;
  telephonyClientId?: number | undefined;
}

const noFilters: Filters = { fromNumber: '', toNumber: '', messageSid: '', accountSid: '', requestFrom: '' };

const labels = {
  fromNumber: 'From Number',
  toNumber: 'To Number',
  messageSid: 'Message Id',
  accountSid: 'Account SID',
  requestFrom: 'Request From Number',
} as const;
const names = ['fromNumber', 'toNumber', 'messageSid', 'accountSid', 'requestFrom'] as const;

interface Props {
  /** The filters at first. */
  initial: Filters;
  onSearch: (filters: Filters) => void;
  /** Empties these filters and all others of the screen. */
  onReset: () => void;
}

/** Filters of the log, with Search and Reset (specification, section 2). */
export function LogFilters({ initial, onSearch, onReset }: Props) {
  return (
    <FilterForm
      label="Search the log"
      unfold="More filters"
      none={noFilters}
      initial={initial}
      onSearch={onSearch}
      onReset={onReset}
    >
      {(filters, change) => (
        <>
          {names.map((name) => (
            <TextInput
              key={name}
              label={labels[name]}
              {...limited({ info: { label: labels[name], maxLength: 64 }, text: filters[name] })}
              autoComplete="off"
              value={filters[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          ))}
          {userMay('telephony:read') && (
            <AccountSelect
              value={filters.telephonyClientId}
              onChange={(telephonyClientId) => change({ telephonyClientId })}
            />
          )}
        </>
      )}
    </FilterForm>
  );
}
