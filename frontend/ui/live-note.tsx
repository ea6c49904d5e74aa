import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './live-note.css'

interface LiveNoteProps {
  /** Stands there quietly while there is nothing to tell. */
  readonly quiet?: string
  /** How high it is at any time, in lines; what is longer scrolls in it. 0: as high as what it tells, where nothing is pressed below it. */
  readonly lines: 0 | 1 | 2
  readonly tone?: 'plain' | 'warn'
  /** What there is to tell, none being null. */
  readonly children: ReactNode
}

/** What comes to light while a form is filled in. Its room is kept, so that nothing moves away under a click when it comes. */
export function LiveNote({ quiet, lines, tone = 'plain', children }: LiveNoteProps) {
  return (
    <div
      role="status"
      className={classNames(
        'pv-live-note',
        `pv-live-note-${lines}`,
        children === null ? 'pv-live-note-quiet' : `pv-live-note-${tone}`,
      )}
    >
      {children ?? quiet}
    </div>
  )
}
