import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './badge.css'
import '../layout/text.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral' | 'purple'

/** Returns the CSS class that sets the colours of a tone: `--tone` for text, `--tone-soft` and `--tone-dot`. */
export const toneClassOf = (tone: Tone): string => `pv-tone-${tone}`

interface BadgeProps {
  readonly tone?: Tone
  /** Set to false for a label that is not a status. */
  readonly dot?: boolean
  /** Other name of the status, shown as a tooltip. */
  readonly tip?: string | undefined
  readonly children: ReactNode
}

/** Shows a status as a dot and a text, never by colour alone (design.md rule 2). */
export function Badge({ tone = 'neutral', dot = true, tip, children }: BadgeProps) {
  return (
    <span className={classNames('pv-badge pv-text-12 pv-weight-medium pv-nowrap', toneClassOf(tone))} data-tip={tip}>
      {dot && <span className="pv-dot" aria-hidden="true" />}
      {children}
    </span>
  )
}
