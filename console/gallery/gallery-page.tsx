import type { ComponentType, ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { fetched } from '#ui/fetched.tsx';
import { usePage } from '#ui/page/page-context.ts';
import type { GalleryPart, GalleryParts } from '#ui/gallery-part.ts';
import './gallery.css';

/** The page over these parts: all of them by name, or one part with its states. */
export function galleryPage(parts: GalleryParts): ComponentType {
  const shown = new Map(Object.entries(parts).map(([name, load]) => [name, fetched(() => load().then(partView))]));
  return function GalleryPage(): ReactNode {
    const { params, open } = usePage();
    const part = params['part'];
    const Part = part ? shown.get(part) : undefined;
    if (Part) return <Part />;
    if (part) return <BlankState tone="bad" title={<h1>没有这个组件</h1>} text={part} />;
    return (
      <div className="wb-gallery">
        <h1>组件库</h1>
        <ul>
          {[...shown.keys()].map((name) => (
            <li key={name}>
              <a
                href={`/dev/gallery/${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  open(`/dev/gallery/${name}`);
                }}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    );
  };
}

const partView = ({ title, states }: GalleryPart): ComponentType =>
  function GalleryPartView(): ReactNode {
    return (
      <div className="wb-gallery">
        <h1>{title}</h1>
        {states.map((state) => (
          <section key={state.title} className="wb-gallery-state" aria-label={state.title}>
            <h2>{state.title}</h2>
            {state.hint && <p>{state.hint}</p>}
            <state.Show />
          </section>
        ))}
      </div>
    );
  };
