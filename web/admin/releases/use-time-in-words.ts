import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';

/** Delay between the last key and the question to the server, in ms. */
const delayMs = 150;

/** A time in the server's words, with its note on the clocks, or why the server refuses the time. */
interface TimeInWords {
  words?: string;
  note?: string;
  error?: string;
}

/** The server's words for a typed time; the words before stay until the answer. */
export function useTimeInWords(typed: { publishAt: string; timeZone: string } | null): TimeInWords {
  const [answer, setAnswer] = useState<TimeInWords>({});
  const { publishAt = '', timeZone = '' } = typed ?? {};
  useEffect(() => {
    if (publishAt === '') return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      const next = await ask(publishAt, timeZone);
      if (isLatest) setAnswer(next);
    }, delayMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [publishAt, timeZone]);
  return answer;
}

async function ask(publishAt: string, timeZone: string): Promise<TimeInWords> {
  try {
    return await client.releases.describeTime.query({ publishAt, timeZone });
  } catch (error) {
    const { fields, message } = describeFailure(error);
    return { error: fields.publishAt ?? fields.timeZone ?? message };
  }
}
