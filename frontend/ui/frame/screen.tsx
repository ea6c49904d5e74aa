import { type ReactNode, useContext, useLayoutEffect } from 'react'
import { useTitle } from '../../lib/page.ts'
import { classNames } from '../class-names.ts'
import { FrameTitle } from './frame-title.ts'
import '../layout/fill.css'
import { Row } from '../layout/layout.tsx'
import './screen.css'

interface ScreenProps {
  /** Title in the title bar of the frame and in the browser tab. */
  readonly title: string
  /** Cards of figures above the bar; they scroll sideways where they do not fit. */
  readonly figures?: ReactNode
  /** Filters on the left of the bar under the title. */
  readonly toolbar?: ReactNode
  /** Buttons on the right of the bar under the title; at most one is primary (design.md rule 1). */
  readonly actions?: ReactNode
  /** Layout: `list` gives the whole height to a `DataTable` or calendar; `page` scrolls and has a margin. */
  readonly kind?: 'page' | 'list'
  readonly children: ReactNode
}

/**
 * Shows a screen within the frame: figures, a bar with filters and buttons, and the body. Sets the title of the title
 * bar and the browser tab.
 */
export function Screen({ title, figures, toolbar, actions, kind = 'page', children }: ScreenProps) {
  const setTitle = useContext(FrameTitle)
  useTitle(title)
  useLayoutEffect(() => setTitle(title), [setTitle, title])
  return (
    <div className={classNames('pv-fill', `pv-screen-${kind}`)}>
      {figures && <div className="pv-screen-figures">{figures}</div>}
      <ScreenBar toolbar={toolbar} actions={actions} />
      <div className="pv-fill pv-screen-body">{children}</div>
    </div>
  )
}

/** Shows filters on the left and buttons on the right, on a screen or within a tab; nothing without either. */
export function ScreenBar({ toolbar, actions }: Pick<ScreenProps, 'toolbar' | 'actions'>) {
  if (!toolbar && !actions) return null
  return (
    <div className="pv-screen-bar pv-line-below pv-beside">
      <div className="pv-screen-toolbar pv-grow">{toolbar}</div>
      {actions && <div className="pv-screen-actions">{actions}</div>}
    </div>
  )
}

interface PageHeadingProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
}

/** Shows the large heading of a page such as the dashboard, with its buttons. */
export function PageHeading({ title, subtitle, actions }: PageHeadingProps) {
  return (
    <Row as="header" gap={24} wrap={12} align="end" justify="between" className="pv-heading">
      <div>
        <h2 className="pv-text-22">{title}</h2>
        {subtitle !== undefined && <p className="pv-color-muted">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="pv-screen-actions">{actions}</div>}
    </Row>
  )
}
