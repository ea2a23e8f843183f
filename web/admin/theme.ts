import { type CSSVariablesResolver, createTheme, Input, type MantineColorsTuple, Tooltip } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#edf6f5',
  '#d9eae9',
  '#b3d6d4',
  '#8ac0be',
  '#68adac',
  '#479594',
  '#2c7f7f',
  '#176a6c',
  '#0f5558',
  '#0a3f43',
];

const amber: MantineColorsTuple = [
  '#fff5e6',
  '#fde8cb',
  '#f9cf9a',
  '#f5b465',
  '#f19e3a',
  '#e58b1f',
  '#c87414',
  '#a45d0e',
  '#81490c',
  '#5f3608',
];

const red: MantineColorsTuple = [
  '#fdeeec',
  '#f9dad6',
  '#f2b3ac',
  '#f29b92',
  '#f2968c',
  '#d64c3f',
  '#c43a2d',
  '#b02c20',
  '#8f2218',
  '#6d1a12',
];

// Greys with a tint of the ink.
const gray: MantineColorsTuple = [
  '#f6f7f6',
  '#eef1f0',
  '#e2e7e6',
  '#d3dad9',
  '#bcc6c5',
  '#93a1a1',
  '#66767a',
  '#47595d',
  '#2c3e42',
  '#172a2f',
];
const dark: MantineColorsTuple = [
  '#dbe5e5',
  '#b9c8c9',
  '#93a6a8',
  '#647a7d',
  '#34494d',
  '#243a3f',
  '#192d32',
  '#0f2126',
  '#0b191d',
  '#071114',
];

// Changes that visitors do not see yet: unlike every colour of the live page's screens.
const plum: MantineColorsTuple = [
  '#f6f0fb',
  '#ebdff6',
  '#d8c2ec',
  '#c3a2e1',
  '#b28ad7',
  '#9a6bc7',
  '#7f4fb0',
  '#6a3c99',
  '#553079',
  '#3f235b',
];

/** z-index of panels, dialogs, Spotlight, the confirmation and the sign-in box; Mantine's dropdowns have 300. */
export const layers = { panel: 250, dialog: 260, find: 350, confirmation: 400, signIn: 450 } as const;

/** Vitrine's look: deep ink teal, a warm accent, calm greys; text contrast of at least 4.5:1 in both colour schemes. */
export const theme = createTheme({
  colors: { ink, amber, red, plum, gray, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#10262b',
  fontFamily: "'Instrument Sans Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Text in another direction reads in its own. The property `dir` would be the wrapper's.
    Input: Input.extend({ defaultProps: { attributes: { input: { dir: 'auto' } } } }),
    // Hints below the inputs keep fields in a row aligned.
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    // Screen readers read a tooltip as the description of its element, not as text outside every landmark.
    Tooltip: Tooltip.extend({ defaultProps: { 'aria-hidden': true } }),
  },
});

/** Replaces colours too pale for small text; adds the colours behind cards and behind transparent pictures. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#526468',
    '--mantine-color-placeholder': '#66767a',
    '--mantine-color-error': '#b02c20',
    '--page': '#f5f4f0',
    '--well': '#e3e8e8',
    '--well-text': '#3d4f52',
    '--strip': '#e3e8e8',
    '--strip-text': '#3d4f52',
    '--scroll-shadow': 'rgb(0 20 24 / 14%)',
    '--added': '#d5efe0',
    '--removed': '#fbe0dc',
    '--mantine-color-default-border': '#cbd3d2',
  },
  dark: {
    '--mantine-color-dimmed': '#a5b7b9',
    '--mantine-color-placeholder': '#93a6a8',
    '--mantine-color-error': '#f7a199',
    '--mantine-color-ink-light': 'rgb(104 173 172 / 18%)',
    '--mantine-color-ink-light-hover': 'rgb(104 173 172 / 28%)',
    '--mantine-color-ink-light-color': '#a5d1cf',
    '--mantine-color-red-light-color': '#f2a59c',
    '--page': '#0b191d',
    '--well': '#bcc9c9',
    '--well-text': '#172a2f',
    '--strip': '#243a3f',
    '--strip-text': '#dbe5e5',
    '--scroll-shadow': 'rgb(0 0 0 / 55%)',
    '--added': '#1d4a3a',
    '--removed': '#5a2a26',
    '--mantine-color-default-border': '#3b5055',
  },
});
