import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadOnce } from './chunk-reload.ts';

/** A component whose code is fetched when it is first shown; nothing stands there until then. */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Body = lazy(() =>
    loadOnce(load).then((component) => ({ default: component })),
  ) as unknown as ComponentType<P>;
  return function Fetched(props: P): ReactNode {
    return (
      <Suspense fallback={null}>
        <Body {...props} />
      </Suspense>
    );
  };
}
