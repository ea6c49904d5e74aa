import { useState } from 'react'
import { initials } from '../lib/format.ts'
import { classNames } from './class-names.ts'
import './avatar.css'

interface AvatarProps {
  /** Decides the colour, so that a person keeps it everywhere. */
  readonly id: string
  readonly name: string
  readonly image?: string | null | undefined
  readonly size?: 'normal' | 'large'
}

const HUES = 12

/** A person's picture or initials. The name stands beside it, so a screen reader skips it. */
export function Avatar({ id, name, image, size = 'normal' }: AvatarProps) {
  const [broken, setBroken] = useState(false)
  const look = classNames('pv-avatar', size === 'large' && 'pv-avatar-large', `pv-avatar-${hueOf(id)}`)
  if (image && !broken) return <img className={look} src={image} alt="" onError={() => setBroken(true)} />
  return (
    <span className={look} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** An avatar with the name beside it, as tables show people. */
export function Person(props: Omit<AvatarProps, 'size'>) {
  return (
    <span className="pv-person">
      <Avatar {...props} />
      <span className="pv-person-name">{props.name}</span>
    </span>
  )
}

function hueOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % HUES
}
