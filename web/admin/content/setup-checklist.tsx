import { Anchor, CloseButton, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type SetupStep, setupHint, setupSteps } from '../../landing/setup-steps.ts';
import { useDestination } from '../releases/destination.ts';
import { CheckIcon, CircleIcon } from '../shell/icons.tsx';
import { usePublishedContent } from './section-states.ts';

/** The steps of setting up the page, until all are done or the user closes the list. */
export function SetupChecklist() {
  const isInRelease = useDestination() !== null;
  const [isClosed, setClosed] = useLocalStorage<boolean>({ key: 'setupClosed' });
  const data = usePublishedContent();
  const steps = data ? setupSteps(data) : [];
  const done = steps.filter(({ isDone }) => isDone).length;
  // The steps are about the page that visitors see.
  if (isInRelease || isClosed || done === steps.length) return null;
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
        <CloseButton aria-label="Close the checklist" onClick={() => setClosed(true)} />
      </Group>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </Stack>
    </Paper>
  );
}

function Step({ title, hint, links, isDone }: SetupStep) {
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
            {links.map(({ text, href }) => (
              <Anchor key={href} component={Link} to={href.slice(2)} size="sm" py={2}>
                {text}
              </Anchor>
            ))}
          </Group>
        )}
      </div>
    </Group>
  );
}
