import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadOnce } from './chunk-reload.ts';

/**
 * A component whose code is fetched when it is first shown; until then `waiting` stands there. Code
 * that could not be fetched is an error where it stands, and is asked for again when it is next
 * shown.
 *
 * Not `lazy`: React holds back for 300 ms what a Suspense waited for, and code is here in ten.
 */
export function fetched<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let body: ComponentType<P> | undefined;
  return function Fetched(props: P): ReactNode {
    const [Body, setBody] = useState<ComponentType<P> | undefined>(() => body);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useLayoutEffect(() => {
      if (Body) return undefined;
      let isShown = true;
      loadOnce(load).then(
        (component) => {
          body = component;
          if (isShown) setBody(() => component);
        },
        (error: unknown) => {
          if (isShown) setFailure({ error });
        },
      );
      return () => {
        isShown = false;
      };
    }, [Body]);
    if (failure) throw failure.error;
    return Body ? <Body {...props} /> : waiting;
  };
}
