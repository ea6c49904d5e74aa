import { type CSSProperties, useState } from 'react'
import { initialsOf } from '../../lib/format.ts'
import { classNames } from '../class-names.ts'
import './avatar.css'
import '../layout/text.css'

interface AvatarProps {
  /** Id of the person; determines the colour, so that a person has the same colour everywhere. */
  readonly id: string
  readonly name: string
  readonly image?: string | null | undefined
  readonly size?: 'normal' | 'large'
}

const HUES = 12

/** Shows the picture or initials of a person. Hidden from screen readers, because the name stands beside it. */
export function Avatar({ id, name, image, size = 'normal' }: AvatarProps) {
  const [broken, setBroken] = useState(false)
  const look = classNames('pv-avatar', size === 'large' && 'pv-avatar-large')
  if (image && !broken) return <img className={look} src={image} alt="" onError={() => setBroken(true)} />
  return (
    <span className={look} style={{ '--avatar-hue': 27 + hueOf(id) * 30 } as CSSProperties} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** Shows an avatar with the name beside it, for people in tables. */
export function Person(props: Omit<AvatarProps, 'size'>) {
  return (
    <span className="pv-person">
      <Avatar {...props} />
      <span className="pv-truncate">{props.name}</span>
    </span>
  )
}

function hueOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % HUES
}
