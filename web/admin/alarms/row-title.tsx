import { Anchor } from '@mantine/core';

interface Props {
  /** Id of the element, which gets the focus when its panel closes. */
  id: string;
  name: string;
  onOpen: () => void;
}

/** The name of a row as the button that opens its panel. */
export function RowTitle({ id, name, onOpen }: Props) {
  return (
    <Anchor component="button" id={id} size="sm" fw={600} ta="start" mih={24} onClick={onOpen}>
      {name}
    </Anchor>
  );
}
