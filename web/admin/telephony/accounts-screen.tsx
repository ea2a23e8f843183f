import { ActionIcon, Alert, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messages, titles } from '../../../contract/messages.ts';
import { defaultLimits, newTelephonyClient, telephonyClient } from '../../../contract/telephony.ts';
import { AccountUsers } from '../accounts/account-users.tsx';
import { client, trpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import * as field from '../fields/index.ts';
import { edit, openerId, type RowAction, remove } from '../records/actions.tsx';
import { AddButton, EmptyList } from '../records/add-button.tsx';
import * as column from '../records/columns.tsx';
import { RecordForm } from '../records/record-form.tsx';
import RecordTable from '../records/record-table.tsx';
import { recordView } from '../records/record-view.ts';
import { TrashIcon } from '../shell/icons.tsx';
import { notifyError, notifySuccess, type Undo } from '../shell/notify.ts';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { credentials, sync } from './account-columns.tsx';
import { DeliveryReportsHint } from './delivery-reports-hint.tsx';
import { LimitsHint, TodayUsage } from './limits.tsx';
import { useAccountWatch } from './use-account-watch.ts';

const accountFields = {
  twilioPhoneNumber: field.phone(),
  projectName: field.text(),
  accountSid: field.text(),
  authToken: field.secret(),
  phoneNumber: field.phone(),
  isActive: field.yesNo(),
  isDefault: field.yesNo(),
  testsPerDay: field.number(),
  relaysPerDay: field.number(),
  answersHelp: field.yesNo(),
};
const initial = { isActive: true, isDefault: false, answersHelp: false, ...defaultLimits };

/** Shows 'Client details saved successfully' (specification, section 8) and reloads the selects of accounts. */
function notifyClientSaved(undo?: Undo): void {
  notifySuccess(titles.success, messages.clientSaved, undo);
  void queryClient.invalidateQueries({ queryKey: [['telephony']] });
}

const accounts = recordView({
  noun: 'client',
  panel: 'Edit Client Info',
  purpose: 'Clients send and receive SMS with accounts of their own at Twilio.',
  api: client.telephony.clients,
  schema: telephonyClient,
  columns: {
    clientName: column.text('Client Name'),
    projectName: column.text('Project Name'),
    twilioPhoneNumber: column.phone('Twilio Phone Number'),
    phoneNumber: column.phone('Phone Number'),
    isActive: column.yesNo('Active'),
    isDefault: column.yesNo('Default'),
    check: credentials,
    sync,
  },
  fields: accountFields,
  initial,
  title: ({ clientName, projectName }) => (clientName === projectName ? clientName : `${clientName} - ${projectName}`),
  onSaved: notifyClientSaved,
});

/** The user and account of 'Add New Client'; the new account appears among `accounts`. */
const additions = recordView({
  noun: 'client',
  panel: 'Add New Client',
  purpose: accounts.purpose,
  api: {
    ...client.telephony.clients,
    list: { query: async () => [] },
    save: { mutate: client.telephony.clients.create.mutate },
  },
  schema: newTelephonyClient,
  columns: {},
  fields: {
    firstName: field.text(),
    lastName: field.text(),
    userName: field.text(),
    password: field.secret(),
    ...accountFields,
  },
  initial,
  onSaved() {
    notifyClientSaved();
    void queryClient.invalidateQueries({ queryKey: [accounts.key] });
  },
});

const manageContact: RowAction = {
  header: 'Manage Contact',
  Cell: ({ view: { title }, row }) => (
    <Button
      component={Link}
      to={`/admin/twilioclientcontact/${row.id}`}
      size="compact-sm"
      variant="light"
      miw="max-content"
      aria-label={`Manage Contact of ${title(row)}`}
    >
      Manage Contact
    </Button>
  ),
};

const { header, Cell: Remove } = remove();
/** Delete, refused for the default account (specification, section 5). */
const removeUnlessDefault: RowAction = {
  header,
  Cell: (props) => {
    if (props.row.isDefault !== true) return <Remove {...props} />;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Delete ${props.view.title(props.row)}`}
        onClick={() => notifyError(titles.error, messages.defaultClient)}
      >
        <TrashIcon />
      </ActionIcon>
    );
  },
};

/** Manage Client Detail (specification, section 2). */
export function TelephonyClientsScreen() {
  const panels = usePanels();
  const add = () => panels.edit('new');
  useAccountWatch(accounts);
  const title = 'Manage Client Detail';
  return (
    <Screen title={title} actions={<AddButton view={accounts} onClick={add} />}>
      <DeliveryReportsHint />
      <LimitsHint />
      <RecordTable
        view={accounts}
        actions={[edit(panels.edit), removeUnlessDefault, manageContact]}
        label={title}
        empty={<EmptyList view={accounts} onClick={add} />}
      />
      <AccountPanel />
    </Screen>
  );
}

/** Panel of a new user with an account, or of an account with the problem of its credentials. */
function AccountPanel() {
  const panels = usePanels();
  const { edit: row } = panels.open;
  const { data } = trpc.telephony.clients.list.useQuery({});
  const account = data?.find(({ id }) => id === row);
  const form = typeof row === 'number' ? accounts : additions;
  return (
    <Panel
      title={form.panel}
      isOpen={row !== undefined}
      onClose={() => panels.close()}
      opener={openerId(accounts, row, 'edit')}
    >
      <Stack gap="md">
        {account?.credentials === 'refused' && (
          <Alert color="red" title="Twilio refuses these credentials">
            {account.credentialsProblem}
          </Alert>
        )}
        {account && <TodayUsage today={account.today} />}
        <RecordForm view={form} id={typeof row === 'number' ? row : null} onSaved={() => panels.close(true)} />
        {typeof row === 'number' && <AccountUsers telephonyClientId={row} />}
      </Stack>
    </Panel>
  );
}
