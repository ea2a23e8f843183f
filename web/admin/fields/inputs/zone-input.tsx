import { ZoneSelect } from '../../shell/zone-select.tsx';
import { common } from '../common.ts';
import type { InputProps } from '../widget.ts';

/** Choice of an IANA time zone by typing a part of its name. */
export function ZoneInput(props: InputProps<string>) {
  return <ZoneSelect {...common(props)} value={props.value ?? null} onChange={props.onChange} />;
}
