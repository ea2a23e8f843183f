import { CloseButton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import css from './color.module.css';
import { common } from './text.tsx';
import type { InputProps, Widget } from './widget.ts';

/** Colours offered beside the free choice: one of each family, all of which go with the page's grounds. */
const swatches = {
  Coral: '#e4572e',
  Raspberry: '#c2255c',
  Violet: '#7048e8',
  Blue: '#1c6dd0',
  Petrol: '#14535f',
  Green: '#2b8a3e',
  Amber: '#f5b942',
};

/** Colour as `#rrggbb`: picked, taken from a swatch or typed; empty for the design's own. */
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
        placeholder="The design’s own"
        description="Buttons, marks and links of the page, in shades that read well. Empty: the design’s own."
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          // The browser's own picker: it speaks every language and works with keys, and nothing is loaded for it.
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
              aria-label="Use the design’s own colour"
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
