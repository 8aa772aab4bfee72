import { useEffect, useEffectEvent, useState } from 'react';
import { tell } from '#ui/feedback.tsx';
import { get } from '#ui/http/http.ts';

/** What a dialog asks for once when it opens; closes it when there is no answer. */
export function useFetched<T>(path: string, onFailure: () => void): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  const fail = useEffectEvent((error: unknown) => {
    tell(error);
    onFailure();
  });
  useEffect(() => {
    const leaving = new AbortController();
    get<T>(path, {}, { signal: leaving.signal })
      .then(setAnswer)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) fail(error);
      });
    return () => leaving.abort();
  }, [path]);
  return answer;
}
