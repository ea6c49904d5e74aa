import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import './app-frame.css'
import './print.css'
import '../layout/fill.css'
import { TooltipLayer } from '../menus/tooltip-layer.tsx'
import { FrameTitle } from './frame-title.ts'

interface AppFrameProps {
  /** Set when the sidebar is a strip of icons. */
  readonly collapsed: boolean
  readonly sidebar: ReactNode
  /** Draws the title bar of the panel with the title that the screen announced. */
  readonly topBar: (title: string) => ReactNode
  readonly bottomNav?: ReactNode
  readonly children: ReactNode
}

/** Shows the frame of the app around a screen: sidebar, title bar, and on a phone a bar of tabs. */
export function AppFrame({ collapsed, sidebar, topBar, bottomNav, children }: AppFrameProps) {
  const [title, setTitle] = useState('')
  return (
    <div className={classNames('pv-frame', collapsed && 'pv-frame-collapsed')}>
      <a className="pv-skip" href="#inhoud">
        Naar de inhoud
      </a>
      {sidebar}
      <div className="pv-fill pv-panel">
        {topBar(title)}
        <main id="inhoud" className="pv-fill pv-main" tabIndex={-1}>
          <FrameTitle value={setTitle}>{children}</FrameTitle>
        </main>
      </div>
      {bottomNav}
      <TooltipLayer />
    </div>
  )
}
