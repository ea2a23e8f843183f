import { lazy, Suspense, useState } from 'react';
import { useSignInBox } from './end-session.ts';

const SignInBox = lazy(() => import('./sign-in-box.tsx'));

/** The sign-in box, loaded when a session first ends above unsaved input. */
export function SessionBox() {
  const box = useSignInBox();
  const [hasOpened, setHasOpened] = useState(false);
  if (box && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  return (
    <Suspense>
      <SignInBox box={box} />
    </Suspense>
  );
}
