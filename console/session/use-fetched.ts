import { useEffect, useEffectEvent, useState } from 'react';
import { toastError } from '#ui/feedback.tsx';
import type { ResultOf, RouteDeclaration } from '#kit/model/route.ts';
import { fetchRoute } from '#ui/http/route-call.ts';

/** What a dialog asks for once when it opens; closes it when there is no answer. */
export function useFetched<D extends RouteDeclaration & { method: 'GET' }>(
  route: D,
  onFailure: () => void,
): ResultOf<D> | null {
  const [answer, setAnswer] = useState<ResultOf<D> | null>(null);
  const fail = useEffectEvent((error: unknown) => {
    toastError(error);
    onFailure();
  });
  useEffect(() => {
    const leaving = new AbortController();
    fetchRoute<RouteDeclaration>(route, { signal: leaving.signal })
      .then(setAnswer)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) fail(error);
      });
    return () => leaving.abort();
  }, [route]);
  return answer;
}
