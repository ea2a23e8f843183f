import { lazy, Suspense, useState } from 'react';
import { useSignInBox } from './end-session.ts';
import { useProofQuestion } from './proof.ts';

const SignInBox = lazy(() => import('./sign-in-box.tsx'));
const ProofBox = lazy(() => import('./proof-box.tsx'));

/** The sign-in box above unsaved input, and the question for a proof of identity; each is loaded when it first opens. */
export function SessionBox() {
  const box = useSignInBox();
  const question = useProofQuestion();
  return (
    <>
      {useHasOpened(box) && (
        <Suspense>
          <SignInBox box={box} />
        </Suspense>
      )}
      {useHasOpened(question) && (
        <Suspense>
          <ProofBox question={question} />
        </Suspense>
      )}
    </>
  );
}

/** True from the first opening on: a closed box still fades out. */
function useHasOpened(open: unknown): boolean {
  const [hasOpened, setHasOpened] = useState(false);
  if (open && !hasOpened) setHasOpened(true);
  return hasOpened;
}
