import { ActionIcon, CloseButton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { EyedropperIcon } from '../shell/icons.tsx';
import { ColorShades, type ColorUse } from '../theme/color-shades.tsx';
import css from './color.module.css';
import { common } from './common.ts';
import type { InputProps } from './widget.ts';

declare global {
  interface Window {
    /** In Chromium browsers (https://wicg.github.io/eyedropper-api/). */
    EyeDropper?: new () => { open(): Promise<{ sRGBHex: string }> };
  }
}

/** Suggested colours, which suit the page's backgrounds. */
const swatches = {
  Coral: '#e4572e',
  Raspberry: '#c2255c',
  Violet: '#7048e8',
  Blue: '#1c6dd0',
  Petrol: '#14535f',
  Green: '#2b8a3e',
  Amber: '#f5b942',
};

/** The design's own colours (web/landing/tokens.css), where the picker begins. */
const defaults: Record<ColorUse, string> = { accent: swatches.Coral, second: swatches.Amber };

/** Colour as `#rrggbb`, picked, chosen from suggestions or typed. */
export default function ColorInput({ use, ...props }: InputProps<string> & { use: ColorUse }) {
  const { id, info, value = '', isReadOnly, onChange } = props;
  async function pick() {
    if (!window.EyeDropper || isReadOnly) return;
    // The user may cancel with Esc.
    const picked = await new window.EyeDropper().open().catch(() => null);
    if (picked) onChange(picked.sRGBHex.toLowerCase());
  }

  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Stack gap={8}>
      <TextInput
        {...common(props)}
        placeholder="Default"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          // The browser's colour picker is localized, keyboard-accessible and needs no extra code.
          <input
            type="color"
            className={css.picker}
            data-empty={!isColor || undefined}
            aria-label={`Pick the ${info.label}`}
            value={isColor ? value.toLowerCase() : defaults[use]}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
        rightSection={
          value !== '' && (
            <CloseButton
              size="md"
              aria-label="Use the default colour"
              onClick={() => {
                onChange('');
                document.getElementById(id)?.focus();
              }}
            />
          )
        }
      />
      <fieldset className={css.swatches} aria-label="Suggested colours">
        {Object.entries(swatches).map(([name, swatch]) => (
          <UnstyledButton
            key={name}
            className={css.swatch}
            style={{ background: swatch }}
            title={name}
            aria-label={name}
            aria-pressed={value.toLowerCase() === swatch}
            onClick={() => onChange(swatch)}
          />
        ))}
        {window.EyeDropper && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Pick the ${info.label} from the screen`}
            title="Pick from the screen"
            onClick={() => void pick()}
          >
            <EyedropperIcon />
          </ActionIcon>
        )}
      </fieldset>
      {isColor && <ColorShades color={value} use={use} />}
    </Stack>
  );
}
