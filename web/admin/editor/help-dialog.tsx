import { Kbd, Modal, Table } from '@mantine/core';
import { shortcuts } from './shortcuts.ts';

/** Lists the keyboard shortcuts. */
export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      centered
      closeButtonProps={{ 'aria-label': 'Close the shortcuts' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Table verticalSpacing={6} aria-label="Keyboard shortcuts">
        <Table.Tbody>
          {shortcuts.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" fw="normal">
                {does}
              </Table.Th>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                {keys.map((key, place) => (
                  <span key={key}>
                    {place > 0 && ' '}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
