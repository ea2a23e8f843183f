import { Screen } from '../shell/screen.tsx';

/** Only a heading (specification, section 2: /admin/section is a placeholder page). */
export function SectionScreen() {
  return <Screen title="Section">{null}</Screen>;
}
