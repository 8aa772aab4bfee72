import { ChannelError } from '#modules/channels/model/port.ts';
import type { Capability, TestStep } from '#modules/channels/model/port.ts';

/** Collects the steps of a connection test: what a call fails with is the end of its step. */
interface TestSteps {
  steps: TestStep[];
  /** @returns what the work found; undefined where it failed */
  run<T>(
    step: TestStep['step'],
    title: string,
    work: () => Promise<{ message: string; result?: T }>,
    capability?: Capability,
  ): Promise<T | undefined>;
  isFine(): boolean;
}

export function testSteps(): TestSteps {
  const steps: TestStep[] = [];
  return {
    steps,
    isFine: () => steps.every(({ ok }) => ok),
    async run(step, title, work, capability) {
      const what = { step, title, ...(capability ? { capability } : {}) };
      try {
        const { message, result } = await work();
        steps.push({ ...what, ok: true, message });
        return result;
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        steps.push({ ...what, ok: false, message: error.message, kind: error.kind });
        return undefined;
      }
    },
  };
}
