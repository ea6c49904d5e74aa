import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import './nav.css'
import '../layout/layout.css'
import '../layout/text.css'

export interface NavItem {
  readonly to: string
  readonly label: string
  readonly icon?: ReactNode
  readonly active: boolean
  /** Number of items that wait there; `?` when it could not be fetched. */
  readonly count?: number | '?' | undefined
}

export interface NavSection {
  readonly title: string
  readonly items: readonly NavItem[]
}

interface NavListProps {
  readonly sections: readonly NavSection[]
  readonly onNavigate?: (() => void) | undefined
  /** Set when only icons are visible: labels become tooltips. */
  readonly compact?: boolean
}

/** Shows the menu of the app by section, in the sidebar and in the sheet of a phone. */
export function NavList({ sections, onNavigate, compact = false }: NavListProps) {
  return (
    <nav className="pv-nav" aria-label="Hoofdmenu">
      {sections.map((section) => (
        <div key={section.title} className="pv-nav-section">
          <h2 className="pv-nav-title pv-text-11 pv-weight-medium pv-color-soft">{section.title}</h2>
          <ul>
            {section.items.map((item) => (
              <NavEntry key={item.to} item={item} onNavigate={onNavigate} compact={compact} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface NavEntryProps {
  readonly item: NavItem
  readonly onNavigate: (() => void) | undefined
  readonly compact: boolean
}

function NavEntry({ item, onNavigate, compact }: NavEntryProps) {
  const { to, label, icon, active, count } = item
  return (
    <li>
      <Link
        to={to}
        className={classNames('pv-nav-item pv-beside pv-weight-strong', active && 'pv-nav-active')}
        aria-current={active ? 'page' : undefined}
        {...(compact ? { 'data-tip': label, 'data-tip-side': 'right' } : {})}
        {...(onNavigate ? { onClick: onNavigate } : {})}
      >
        {icon}
        <span className="pv-nav-label pv-grow pv-truncate">{label}</span>
        {(count === '?' || (count !== undefined && count > 0)) && (
          <span
            className="pv-nav-count pv-text-11 pv-weight-medium pv-tabular pv-color-soft"
            title={count === '?' ? 'Het aantal kon niet worden geladen' : undefined}
          >
            {count}
          </span>
        )}
      </Link>
    </li>
  )
}
