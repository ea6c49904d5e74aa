import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { type Tone, toneClassOf } from './badge.tsx'
import './sign.css'
import '../layout/layout.css'

interface SignProps {
  /** Tone of a disc behind the icon; without a tone, the icon stands on a square. */
  readonly tone?: Tone
  /** Set to use the colour of the colour scheme. */
  readonly accent?: boolean
  readonly size?: 'normal' | 'small'
  /** Icon; it repeats the text beside it, so a screen reader leaves it out. */
  readonly children: ReactNode
}

/** Shows an icon on a disc or square, before the text that it illustrates. */
export function Sign({ tone, accent = false, size = 'normal', children }: SignProps) {
  return (
    <span
      className={classNames(
        'pv-sign pv-middle pv-rigid',
        size === 'small' && 'pv-sign-small',
        accent && 'pv-sign-accent',
        tone && `pv-sign-round ${toneClassOf(tone)}`,
      )}
      aria-hidden="true"
    >
      {children}
    </span>
  )
}
