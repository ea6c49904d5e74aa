import { Link } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import './bottom-nav.css'
import '../layout/text.css'
import type { NavItem } from './nav.tsx'

/** Shows the bar with up to five tabs at the bottom of a phone. */
export function BottomNav({ items }: { readonly items: readonly NavItem[] }) {
  return (
    <nav className="pv-bottom-nav" aria-label="Snelmenu">
      {items.map(({ to, label, icon, active }) => (
        <Link
          key={to}
          to={to}
          className={classNames(
            'pv-bottom-item pv-text-11 pv-weight-medium',
            active ? 'pv-color-accent' : 'pv-color-muted',
          )}
          aria-current={active ? 'page' : undefined}
        >
          {icon}
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
