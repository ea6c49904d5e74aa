import { Link } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import './bottom-nav.css'
import type { NavItem } from './nav.tsx'

/** Shows the bar with up to five tabs at the bottom of a phone. */
export function BottomNav({ items }: { readonly items: readonly NavItem[] }) {
  return (
    <nav className="pv-bottom-nav" aria-label="Snelmenu">
      {items.map(({ to, label, icon, active }) => (
        <Link
          key={to}
          to={to}
          className={classNames('pv-bottom-item', active && 'pv-bottom-active')}
          aria-current={active ? 'page' : undefined}
        >
          {icon}
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
