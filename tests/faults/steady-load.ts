import type { ServedProduct } from '#tests/harness/served-product.ts';

interface Answer {
  status: number;
  message: string;
}

/** People at work: each lists products and adds one, over and over. */
export interface SteadyLoad {
  /** Everything that was answered so far. */
  answers: Answer[];
  /** Codes of products whose adding was said to have succeeded. */
  added: string[];
  /** Resolves after so many further answers that hold. */
  until(count: number, holds?: (answer: Answer) => boolean): Promise<void>;
  stop(): Promise<void>;
}

/** @throws from `until` and `stop` once the product does not answer at all */
export function startLoad({ address, token }: ServedProduct, people: number): SteadyLoad {
  const answers: Answer[] = [];
  const added: string[] = [];
  const waiting = new Set<{
    left: number;
    holds: (answer: Answer) => boolean;
    tell: () => void;
    fail: (error: unknown) => void;
  }>();
  let isStopped = false;
  let failure: unknown;

  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const response = await fetch(address + path, {
      method,
      headers: {
        'x-access-token': token,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const { message } = (await response.json()) as { message: string };
    const answer = { status: response.status, message };
    answers.push(answer);
    for (const one of waiting)
      if (one.holds(answer) && --one.left <= 0) {
        waiting.delete(one);
        one.tell();
      }
    return answer;
  };
  const work = async (person: number): Promise<void> => {
    for (let turn = 0; !isStopped; turn++) {
      await ask('GET', '/catalog/product/list');
      const spuCode = `LOAD-${person}-${turn}`;
      const { status } = await ask('POST', '/catalog/product/add', { spuCode, name: '床头柜' });
      if (status === 200) added.push(spuCode);
    }
  };
  const all = Promise.all(Array.from({ length: people }, (_, person) => work(person))).catch((error: unknown) => {
    isStopped = true;
    failure = error;
    for (const one of waiting) one.fail(error);
  });
  return {
    answers,
    added,
    until: (count, holds = () => true) =>
      new Promise((tell, fail) => {
        if (failure) fail(failure as Error);
        else waiting.add({ left: count, holds, tell, fail });
      }),
    async stop() {
      isStopped = true;
      await all;
      if (failure) throw failure as Error;
    },
  };
}
