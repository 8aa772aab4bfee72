import { skipToken, useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { pictureOwner } from '#modules/system/model/routes/shell.ts';
import { getPicture } from '#ui/http/http.ts';
import { storedFilePath } from '#ui/upload/stored-file.ts';
import { queryClient } from '#kit/web/query-client.ts';
import './avatar.css';

export interface AvatarProps {
  user: { username: string; realname?: string | null; avatar?: string | null };
  /** Pixels; 28 by default. */
  size?: number;
}

/** The picture of a person, or the first sign of their name. The name stands beside it: no alt. */
export function Avatar({ user, size = 28 }: AvatarProps): ReactNode {
  const { username, avatar } = user;
  const name = user.realname || username;
  // Only what our own server keeps is fetched, with the token that it asks for.
  const path = avatar && pictureOwner(avatar) ? storedFilePath(avatar) : null;
  const [broken, setBroken] = useState<string | null>(null);
  const { data } = useQuery(
    {
      queryKey: ['avatar', path],
      queryFn: path === null ? skipToken : ({ signal }) => getPicture(path, signal),
      staleTime: Infinity,
      gcTime: Infinity,
      retry: false,
    },
    queryClient,
  );
  const style = { '--wb-avatar-size': `${size}px` } as CSSProperties;
  if (path !== null && data && broken !== data)
    return <img className="wb-avatar" style={style} src={data} alt="" onError={() => setBroken(data)} />;
  return (
    <span
      className="wb-avatar"
      style={style}
      data-tone={toneOf(username)}
      // Drawn, not written: it is no part of the words that stand beside it.
      data-sign={firstSign(name)}
      aria-hidden="true"
    />
  );
}

const firstSign = (name: string): string => ([...name.trim()][0] ?? '?').toUpperCase();

const TONES = 5;

/** The same person has the same colour everywhere. */
const toneOf = (username: string): number =>
  [...username].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % TONES;
