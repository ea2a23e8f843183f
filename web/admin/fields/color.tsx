import { CloseButton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import css from './color.module.css';
import { common } from './text.tsx';
import type { InputProps, Widget } from './widget.ts';

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

/** Colour as `#rrggbb`, picked, chosen from suggestions or typed; empty for the design's default. */
export function color(): Widget<string> {
  return {
    Input: ColorInput,
    Show: ({ value }) => (
      <span className={css.named}>
        <span className={css.dot} style={{ background: value }} /> {value}
      </span>
    ),
  };
}

function ColorInput(props: InputProps<string>) {
  const { id, info, value = '', onChange } = props;
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Stack gap={8}>
      <TextInput
        {...common(props)}
        placeholder="Default"
        description="For buttons, accents and links of the page, in readable shades. Leave empty for the default."
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
            value={isColor ? value.toLowerCase() : swatches.Coral}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
        rightSection={
          value !== '' && (
            <CloseButton
              size="sm"
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
      </fieldset>
    </Stack>
  );
}
