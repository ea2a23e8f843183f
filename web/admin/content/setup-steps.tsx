import { Anchor, CloseButton, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { SectionKey } from '../../../contract/sections.ts';
import { type SetupStep, setupHint } from '../../landing/setup-steps.ts';
import { CheckIcon, CircleIcon } from '../shell/icons.tsx';

interface Props {
  steps: readonly SetupStep[];
  /** Opens a section, in the page editor; elsewhere the links lead there. */
  onSection?: ((section: SectionKey) => void) | undefined;
  onClose: () => void;
}

/** The list of steps; finished steps have a mark. */
export default function SetupSteps({ steps, onSection, onClose }: Props) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Paper component="section" aria-labelledby="setup-title" withBorder p="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4" id="setup-title">
            Set up your page
          </Title>
          <Text size="sm" c="dimmed">
            {setupHint} {done} of {steps.length} done.
          </Text>
        </div>
        <CloseButton aria-label="Close the checklist" onClick={onClose} />
      </Group>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Step key={step.title} {...step} onSection={onSection} />
        ))}
      </Stack>
    </Paper>
  );
}

function Step({ title, hint, links, isDone, onSection }: SetupStep & Pick<Props, 'onSection'>) {
  const inEditor = (section: SectionKey | null) => {
    if (section === null || !onSection) return undefined;
    return (event: MouseEvent) => {
      event.preventDefault();
      onSection(section);
    };
  };
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" c={isDone ? 'dimmed' : 'inherit'}>
      <span style={{ flex: 'none' }}>{isDone ? <CheckIcon /> : <CircleIcon />}</span>
      <div>
        <Text size="sm" fw={600}>
          {title}
          <VisuallyHidden>{isDone ? ': done' : ': open'}</VisuallyHidden>
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        {!isDone && (
          <Group gap="xs" mt={4}>
            {links.map(({ text, href, section }) => (
              <Anchor key={href} href={href.slice(1)} onClick={inEditor(section)} size="sm" py={2}>
                {text}
              </Anchor>
            ))}
          </Group>
        )}
      </div>
    </Group>
  );
}
