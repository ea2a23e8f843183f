import { useEffect, useState } from 'react';
import { type Typeface, typefaces } from '../../../contract/theme.ts';
import type { InputProps } from '../fields/widget.ts';
import { typefaceStyles } from '../preview/theme-styles.ts';
import { Choice } from './choice.tsx';
import { typefaceLabels } from './labels.ts';
import css from './theme.module.css';

const options = typefaces.map((value) => ({ value, content: <Card typeface={value} /> }));

/** A pair of typefaces, as cards drawn in their own faces. */
export default function TypefaceInput(props: InputProps<Typeface>) {
  return <Choice {...props} look="cards" options={options} />;
}

function Card({ typeface: pair }: { typeface: Typeface }) {
  const { label, families, heading, text } = typefaceLabels[pair];
  const styles = useTypefaceStyles(pair);
  return (
    <span className={css.card}>
      {/* A browser loads a face when text is drawn in it. */}
      <style>{styles}</style>
      <span className={css.heading} style={{ fontFamily: heading }}>
        {label}
      </span>
      <span className={css.text} style={{ fontFamily: text }}>
        {families}
      </span>
    </span>
  );
}

/** The rules of a pair's faces; empty until they have arrived, and without them the card has the system's faces. */
function useTypefaceStyles(pair: Typeface): string {
  const [styles, setStyles] = useState('');
  useEffect(() => {
    let isCurrent = true;
    typefaceStyles(pair)
      .then((text) => isCurrent && setStyles(text))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [pair]);
  return styles;
}
