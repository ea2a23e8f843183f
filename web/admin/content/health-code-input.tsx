import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { messages } from '../../../contract/messages.ts';
import { commonText } from '../fields/common.ts';
import type { InputProps } from '../fields/widget.ts';
import { CopyIcon } from '../shell/icons.tsx';
import { notifySuccess } from '../shell/notify.ts';
import css from './health-code.module.css';

/** A client's health code with Create Code and a button that copies the URL (specification, sections 2 and 4). */
export default function HealthCodeInput(props: InputProps<string>) {
  const code = props.value ?? '';
  const info = code ? { ...props.info, hint: healthUrl(code) } : props.info;
  return (
    <Group align="flex-start" gap="xs">
      <TextInput
        {...commonText({ ...props, info })}
        className={css.code}
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Button className={css.button} variant="light" onClick={() => props.onChange(newCode())}>
        Create Code
      </Button>
      <Tooltip label="Copy the health check URL">
        <ActionIcon
          className={css.button}
          variant="default"
          size={36}
          aria-label="Copy the health check URL"
          disabled={code === ''}
          onClick={() => void copy(healthUrl(code))}
        >
          <CopyIcon />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** URL for the pings of the client's server (specification, section 4). */
function healthUrl(code: string): string {
  return `${location.origin}/serverhealthstatus/${code}`;
}

/** A UUID (RFC 9562, version 4); `crypto.randomUUID` requires https or localhost. */
function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, place) => {
    const marked = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(messages.healthTitle, messages.healthUrlCopied);
  } catch (error) {
    // Only log the failure (specification, section 8).
    console.error('Copying the health check URL failed', error);
  }
}
