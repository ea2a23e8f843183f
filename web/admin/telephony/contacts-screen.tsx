import { Anchor, Button, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { messages, titles } from '../../../contract/messages.ts';
import { telephonyContact } from '../../../contract/telephony.ts';
import { userMay } from '../accounts/store.ts';
import { ContactChannels } from '../alarms/contact-channels.tsx';
import { client } from '../api/client.ts';
import * as field from '../fields/index.ts';
import { edit, openerId, type RowAction, remove } from '../records/actions.tsx';
import { AddButton, EmptyList } from '../records/add-button.tsx';
import * as column from '../records/columns.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { useRows } from '../records/record-queries.ts';
import RecordTable from '../records/record-table.tsx';
import { recordView } from '../records/record-view.ts';
import { notifySuccess } from '../shell/notify.ts';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { AccountSelect } from './account-select.tsx';
import { TestMessage } from './test-message.tsx';

const contacts = recordView({
  noun: 'contact',
  panel: 'Edit Client Contact Info',
  purpose: 'Contacts get alarms and messages as an SMS.',
  api: client.telephony.contacts,
  schema: telephonyContact,
  columns: {
    clientName: column.text('Client Name'),
    friendlyName: { ...column.text('Friendly Name'), kind: 'title' },
    twilioPhoneNumber: column.phone('Twilio Phone Number'),
    isActive: column.yesNo('Active'),
    notice: column.text('Notice'),
  },
  fields: { twilioPhoneNumber: field.phone(), friendlyName: field.text(), isActive: field.yesNo() },
  initial: { isActive: true },
  title: ({ friendlyName }) => friendlyName,
  onSaved: (undo) => notifySuccess(titles.success, messages.contactAdded, undo),
  onDeleted: () => notifySuccess(titles.delete, messages.contactDeleted),
});

function sendTest(onOpen: (contact: number) => void): RowAction {
  return {
    header: 'Test',
    Cell: ({ view: own, row }) => (
      <Button
        id={openerId(own, row.id, 'children')}
        size="compact-sm"
        variant="light"
        aria-label={`Send a test message to ${own.title(row)}`}
        onClick={() => onOpen(row.id)}
      >
        Send
      </Button>
    ),
  };
}

/** Manage Client Contact Detail (specification, section 2); clients see their own contacts, whatever the URL says. */
export function TelephonyContactsScreen() {
  const isAdmin = userMay('telephony:read');
  const params: { id?: string } = useParams({ strict: false });
  const account = isAdmin ? Number(params.id) || undefined : undefined;
  const navigate = useNavigate();
  const panels = usePanels();
  const add = () => panels.edit('new');
  const canAdd = !isAdmin || account !== undefined;
  const title = 'Manage Client Contact Detail';
  return (
    <Screen
      title={title}
      actions={
        <>
          {userMay('health:own') && (
            <Anchor component={Link} to="/admin/overview" size="sm" py={4}>
              Overview
            </Anchor>
          )}
          {canAdd && <AddButton view={contacts} onClick={add} />}
        </>
      }
    >
      {isAdmin && (
        <div style={{ maxWidth: '24rem' }}>
          <AccountSelect
            value={account}
            onChange={(id) => void navigate({ to: `/admin/twilioclientcontact${id === undefined ? '' : `/${id}`}` })}
          />
          {!canAdd && (
            <Text size="xs" c="dimmed" mt={4}>
              Contacts of all clients. Select a client to add a contact.
            </Text>
          )}
        </div>
      )}
      <RecordTable
        view={contacts}
        parentId={account}
        actions={[edit(panels.edit), remove(), sendTest(panels.list)]}
        label={title}
        empty={
          canAdd ? (
            <EmptyList view={contacts} onClick={add} />
          ) : (
            <Text size="sm">{contacts.purpose} Select a client to add the first one.</Text>
          )
        }
      />
      <ContactPanel account={account} />
      <TestPanel account={account} />
    </Screen>
  );
}

function ContactPanel({ account }: { account: number | undefined }) {
  const panels = usePanels();
  const { edit: row } = panels.open;
  return (
    <Panel
      title={row === 'new' ? 'Add Client Contact Info' : contacts.panel}
      isOpen={row !== undefined}
      onClose={() => panels.close()}
      opener={openerId(contacts, row, 'edit')}
    >
      <RecordForm
        view={contacts}
        id={typeof row === 'number' ? row : null}
        parentId={account}
        onSaved={() => panels.close(true)}
        onReset={() => row !== 'new' && panels.editNew()}
      />
      {typeof row === 'number' && <ContactChannels key={row} contactId={row} />}
    </Panel>
  );
}

function TestPanel({ account }: { account: number | undefined }) {
  const panels = usePanels();
  const { list: contactId } = panels.open;
  const { data } = useRows(contacts, account);
  const contact = data?.find(({ id }) => id === contactId);
  return (
    <Panel
      title="Send Test Message"
      isOpen={contact !== undefined}
      onClose={() => panels.close()}
      opener={openerId(contacts, contactId, 'children')}
    >
      {contact && <TestMessage key={contact.id} contactId={contact.id} number={String(contact.twilioPhoneNumber)} />}
    </Panel>
  );
}
