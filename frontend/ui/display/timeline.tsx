import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './timeline.css'
import '../layout/text.css'

interface TimelineProps extends ComponentProps<'ol'> {
  /** Set for a line from each step to the next. */
  readonly joined?: boolean
}

/** Shows the steps of a timeline below each other, each with a dot. */
export function Timeline({ joined = false, className, ...rest }: TimelineProps) {
  return <ol className={classNames('pv-timeline pv-text-13', joined && 'pv-timeline-joined', className)} {...rest} />
}

interface TimelineStepProps extends ComponentProps<'li'> {
  readonly state?: 'done' | 'current' | undefined
}

/** Shows a step of a timeline; those that are done or current have a filled dot. */
export function TimelineStep({ state, className, ...rest }: TimelineStepProps) {
  return (
    <li
      className={classNames(state === 'done' && 'pv-timeline-done', className)}
      aria-current={state === 'current' ? 'step' : undefined}
      {...rest}
    />
  )
}
