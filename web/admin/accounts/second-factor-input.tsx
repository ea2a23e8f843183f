import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface Props {
  code: string;
  error: string | undefined;
  onChange: (code: string) => void;
  size?: string;
  /** True if the field takes the focus when it appears. */
  hasFocus?: boolean;
  /** False if the user has no authenticator app: the field is for recovery codes alone. */
  hasApp?: boolean;
}

/** Field for the code of an authenticator app; a link changes to the field for a recovery code. */
export function CodeInput({ code, error, onChange, size = 'sm', hasFocus = false, hasApp = true }: Props) {
  const [isRecovery, setRecovery] = useState(!hasApp);
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (hasFocus || !first.current) input.current?.focus();
    first.current = false;
  }, [hasFocus, isRecovery]);
  // The field of each kind is its own element, because browsers keep what autoComplete said first.
  return (
    <Stack gap={6}>
      <TextInput
        key={isRecovery ? 'recovery' : 'app'}
        ref={input}
        label={isRecovery ? 'Recovery code' : 'Code'}
        description={isRecovery ? 'One of your ten codes. Each works once.' : 'Six digits from your authenticator app.'}
        size={size}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {hasApp && (
        <Text size="sm">
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            py={4}
            onClick={() => {
              setRecovery(!isRecovery);
              onChange('');
            }}
          >
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
