import { Menu, PanelLeft, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import './top-bar.css'
import '../layout/layout.css'
import '../layout/over.css'
import '../layout/text.css'
import { Kbd } from '../display/kbd.tsx'
import { commandKeyText } from './command-key.ts'

interface TopBarProps {
  readonly title: string
  readonly collapsed: boolean
  /** Folds the sidebar; null where only a strip of icons fits. */
  readonly onToggleSidebar: (() => void) | null
  /** Opens the menu on a phone. */
  readonly onOpenMenu: () => void
  /** Opens the command palette. */
  readonly onSearch: () => void
  /** Buttons at the end. */
  readonly children: ReactNode
}

/** Shows the title bar above a screen, with the search. */
export function TopBar({ title, collapsed, onToggleSidebar, onOpenMenu, onSearch, children }: TopBarProps) {
  return (
    <header className="pv-topbar pv-line-below pv-beside pv-rigid">
      {onToggleSidebar && (
        <span className="pv-wide-only">
          <IconButton
            label={collapsed ? 'Zijbalk uitklappen' : 'Zijbalk inklappen'}
            icon={<PanelLeft />}
            aria-expanded={!collapsed}
            onClick={onToggleSidebar}
          />
        </span>
      )}
      <span className="pv-phone-only">
        <IconButton label="Menu openen" icon={<Menu />} aria-haspopup="dialog" onClick={onOpenMenu} />
      </span>
      <h1 className="pv-topbar-title pv-grow pv-truncate">{title}</h1>
      <button type="button" className="pv-search-button pv-wide-only pv-text-13 pv-color-muted" onClick={onSearch}>
        <Search aria-hidden="true" />
        <span className="pv-grow">Zoeken</span>
        <Kbd>{commandKeyText()}</Kbd>
      </button>
      <span className="pv-phone-only">
        <IconButton label="Zoeken" icon={<Search />} onClick={onSearch} />
      </span>
      {children}
    </header>
  )
}
