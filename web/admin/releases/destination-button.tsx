import { Button, type ButtonProps, Text } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { ChevronDownIcon } from '../shell/icons.tsx';
import { useDestination } from './destination.ts';
import css from './releases.module.css';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** True on narrow screens: a row above the content. */
  isRow: boolean;
}

/** The button of the destination menu, with the name of the destination. */
export function DestinationButton({ isRow, ...others }: Props) {
  const destination = useDestination();
  const name = destination?.name ?? 'Live';
  return (
    <Button
      data-destination-menu
      className={css.choice}
      data-row={isRow || undefined}
      data-release={destination !== null || undefined}
      size="compact-md"
      variant={destination ? 'filled' : 'default'}
      color="plum"
      leftSection={<span className={css.dot} aria-hidden="true" />}
      rightSection={<ChevronDownIcon />}
      aria-label={`${name}: where your changes go`}
      {...others}
    >
      <Text span inherit truncate lh={1.5} title={name}>
        {name}
      </Text>
    </Button>
  );
}
