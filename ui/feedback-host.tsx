import { App } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';

/** The voices of antd, in the theme of the page. */
export type Voices = ReturnType<typeof App.useApp>;

/** Stands once in the console, from the first word on. */
export function FeedbackHost({ onVoices }: { onVoices: (voices: Voices | null) => void }): ReactNode {
  return (
    <App component={false} message={{ maxCount: 3 }} notification={{ placement: 'bottomRight', bottom: 60 }}>
      <Bridge onVoices={onVoices} />
    </App>
  );
}

function Bridge({ onVoices }: { onVoices: (voices: Voices | null) => void }): ReactNode {
  const voices = App.useApp();
  useLayoutEffect(() => {
    onVoices(voices);
    return () => onVoices(null);
  }, [voices, onVoices]);
  return null;
}
