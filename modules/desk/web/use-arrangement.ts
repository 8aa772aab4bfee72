import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type HTMLAttributes, type KeyboardEvent } from 'react';
import { fetchRoute, toast, toastError } from '#kit/web/index.ts';
import { arrangementRoute, storeArrangementRoute } from '../model/home.ts';
import { putTo } from './todo.ts';

const KEY = ['desk:home'];
const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface Card {
  key: string;
  title: string;
}

/** How a person has put the cards, and the ways to put them otherwise: by hand and by keyboard. */
export interface ArrangementHandle {
  isReady: boolean;
  cards: readonly string[];
  /** What makes a card one that can be moved among those of its band. */
  cardProps: (band: readonly string[], card: Card) => HTMLAttributes<HTMLLIElement>;
  forget: (band: readonly string[]) => void;
}

export function useArrangement(): ArrangementHandle {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(arrangementRoute, { signal }),
    staleTime: Infinity,
  });
  const [dragged, setDragged] = useState<string | null>(null);
  const [aim, setAim] = useState<string | null>(null);
  const cards = data?.cards ?? [];

  const keep = (next: string[]): void => {
    // It stands where it was put at once; a refusal puts it back.
    client.setQueryData(KEY, { cards: next });
    fetchRoute(storeArrangementRoute, { body: { cards: next } }).catch((error: unknown) => {
      client.setQueryData(KEY, { cards });
      toastError(error);
    });
  };
  const put = (band: readonly string[], one: string, other: string): void => {
    const others = cards.filter((key) => !band.includes(key));
    keep([...others, ...putTo(band, one, other)]);
  };
  const step = (band: readonly string[], { key, title }: Card, event: KeyboardEvent): void => {
    const by = event.altKey ? STEPS[event.key] : undefined;
    const other = by ? band[band.indexOf(key) + by] : undefined;
    if (!by) return;
    event.preventDefault();
    if (other === undefined) return;
    put(band, key, other);
    toast.done(`${title}：第 ${band.indexOf(other) + 1} 位，共 ${band.length} 位`);
  };
  const end = (): void => {
    setDragged(null);
    setAim(null);
  };
  return {
    isReady: !isPending,
    cards,
    cardProps: (band, card) => ({
      draggable: band.length > 1,
      className: aim === card.key && dragged !== card.key ? 'dk-aim' : undefined,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', card.title);
        setDragged(card.key);
      },
      onDragOver: (event) => {
        if (dragged === null || !band.includes(dragged)) return;
        event.preventDefault();
        setAim(card.key);
      },
      onDrop: (event) => {
        event.preventDefault();
        if (dragged !== null && dragged !== card.key && band.includes(dragged)) put(band, dragged, card.key);
        end();
      },
      onDragEnd: end,
      onKeyDown: (event) => step(band, card, event),
    }),
    forget: (band) => keep(cards.filter((key) => !band.includes(key))),
  };
}
