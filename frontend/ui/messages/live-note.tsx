import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './live-note.css'

interface LiveNoteProps {
  /** Text while there is nothing to report. */
  readonly quiet?: string
  /**
   * Fixed height in lines; longer content scrolls. 0 lets the height follow the content, for a note without controls
   * below it.
   */
  readonly lines: 0 | 1 | 2
  readonly tone?: 'plain' | 'warn'
  /** Content to report, or null. */
  readonly children: ReactNode
}

/**
 * Shows a notice that may appear while a form is filled in, else the text `quiet`. Reserves the height of `lines`
 * lines, so that nothing moves under a click.
 */
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
