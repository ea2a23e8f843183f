import { Screen } from '../shell/screen.tsx';

/** The page editor. */
export function EditorScreen() {
  return <Screen title="Page">{null}</Screen>;
}
