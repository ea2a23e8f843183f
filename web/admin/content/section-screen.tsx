import { Screen } from '../shell/screen.tsx';

/** Placeholder page with a heading only (specification, section 2). */
export function SectionScreen() {
  return <Screen title="Section">{null}</Screen>;
}
