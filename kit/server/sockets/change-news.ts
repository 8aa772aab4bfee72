/** Tells of changed rows without telling of each: one word per resource and tenant and while. */
export interface ChangeNews {
  /** Rows of these resources have changed; called after the commit. */
  note(tenant: number, resources: Iterable<string>): void;
  close(): void;
}

const PAUSE_MS = 1000;

/**
 * The first change is broadcast at once; what follows within the pause goes out together at its end.
 * @param tell sends the word
 */
export function createChangeNews(
  notify: (tenant: number, resource: string) => void,
  pauseMs: number = PAUSE_MS,
): ChangeNews {
  const pausing = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();

  const speak = (tenant: number, resource: string, key: string): void => {
    notify(tenant, resource);
    const timer = setTimeout(() => {
      const state = pausing.get(key);
      pausing.delete(key);
      if (state?.isDue) speak(tenant, resource, key);
    }, pauseMs);
    timer.unref();
    pausing.set(key, { timer, isDue: false });
  };

  return {
    note(tenant, resources) {
      for (const resource of resources) {
        const key = `${tenant} ${resource}`;
        const state = pausing.get(key);
        if (state) state.isDue = true;
        else speak(tenant, resource, key);
      }
    },
    close() {
      for (const { timer } of pausing.values()) clearTimeout(timer);
      pausing.clear();
    },
  };
}
