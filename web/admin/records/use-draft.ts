import { useEffect, useRef, useState } from 'react';
import { type DraftPlace, dropDraft, findDraft, keepDraft, type StoredDraft } from './drafts.ts';
import type { Draft } from './record-view.ts';

interface TypedInput {
  /** Null while nothing is typed. */
  values: Draft | null;
  version: number | null;
  key: string;
}

interface OfferedDraft {
  /** The draft of an earlier visit; null without one, or once the user has decided. */
  offer: StoredDraft | null;
  /** Withdraws the offer. */
  decide(): void;
}

/** Stores the input of a form while it is typed, deletes it when the form is saved or left, and offers an earlier one. */
export function useDraft(place: DraftPlace, { values, version, key }: TypedInput): OfferedDraft {
  const [offer, setOffer] = useState(() => findDraft(place));
  const latest = useRef(place);
  latest.current = place;
  const isKept = useRef(false);
  useEffect(() => {
    if (values) keepDraft(latest.current, { version, key, values });
    else if (isKept.current) dropDraft(latest.current);
    isKept.current = values !== null;
  }, [values, version, key]);
  // A reload does not unmount the form: then the draft stays.
  useEffect(() => () => void (isKept.current && dropDraft(latest.current)), []);
  return {
    offer,
    decide() {
      setOffer(null);
      if (!isKept.current) dropDraft(latest.current);
    },
  };
}
