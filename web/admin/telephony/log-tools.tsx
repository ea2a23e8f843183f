import { Button, Checkbox, Menu, Popover, Stack } from '@mantine/core';
import {
  defaultLogPreferences,
  type LogPreferences,
  type LogView,
  type OptionalColumn,
  optionalColumns,
} from '../../../contract/message-log.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { ChevronDownIcon, DownloadIcon } from '../shell/icons.tsx';
import { notifyWentWrong } from '../shell/notify.ts';

const columnNames: Record<OptionalColumn, string> = {
  requestFrom: 'Request From',
  accountSid: 'AccountSID',
  messageSid: 'Message ID',
  createdOn: 'Created On',
  segments: 'Segments',
  price: 'Price',
};

/** How the user has set up the log; changes show at once and are stored on the server. */
export function useLogPreferences() {
  const utils = trpc.useUtils();
  const { data } = trpc.telephony.log.preferences.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const save = trpc.telephony.log.savePreferences.useMutation({
    onError: (error) => {
      notifyWentWrong(describeFailure(error).message);
      void utils.telephony.log.preferences.invalidate();
    },
  });
  return {
    preferences: data ?? defaultLogPreferences,
    save(next: LogPreferences) {
      utils.telephony.log.preferences.setData(undefined, next);
      save.mutate(next);
    },
  };
}

interface Props {
  preferences: LogPreferences;
  onSave: (next: LogPreferences) => void;
}

/** Shows and hides columns. */
export function ColumnsMenu({ preferences, onSave }: Props) {
  const { hidden } = preferences;
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<ChevronDownIcon />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns of the log">
        <Stack gap="xs">
          {optionalColumns.map((name) => (
            <Checkbox
              key={name}
              label={columnNames[name]}
              checked={!hidden.includes(name)}
              onChange={(event) =>
                onSave({
                  ...preferences,
                  hidden: event.currentTarget.checked ? hidden.filter((one) => one !== name) : [...hidden, name],
                })
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Downloads every message that matches. Links, so that the browser saves the file while it downloads. */
export function ExportMenu({ view }: { view: LogView }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />} rightSection={<ChevronDownIcon />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={exportUrl(view, 'csv')} download>
          Export CSV
        </Menu.Item>
        <Menu.Item component="a" href={exportUrl(view, 'json')} download>
          Export JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Address of an export with the same filters. */
function exportUrl(view: LogView, format: 'csv' | 'json'): string {
  const given = Object.entries(view).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const query = new URLSearchParams(given).toString();
  return `/api/twilio/log.${format}${query === '' ? '' : `?${query}`}`;
}
