import { Menu, Moon, PanelLeft, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { toggleTheme, useTheme } from '../../lib/theme.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { Avatar } from '../display/avatar.tsx'
import './top-bar.css'
import '../layout/layout.css'
import '../layout/text.css'
import { Kbd } from '../display/kbd.tsx'
import { commandKeyText } from './command-key.ts'
import type { SidebarUser } from './sidebar.tsx'

interface TopBarProps {
  readonly title: string
  readonly collapsed: boolean
  /** Folds the sidebar; null where only a strip of icons fits. */
  readonly onToggleSidebar: (() => void) | null
  /** Opens the menu on a phone. */
  readonly onOpenMenu: () => void
  /** Opens the command palette. */
  readonly onSearch: () => void
  readonly user: SidebarUser
  readonly settingsPath: string
  /** Content in place of the link to the settings. */
  readonly account?: ReactNode
  /** More buttons, before the theme button. */
  readonly children?: ReactNode
}

/** Shows the title bar above a screen, with search, theme button and account. */
export function TopBar(props: TopBarProps) {
  const { title, collapsed, onToggleSidebar, onOpenMenu, onSearch, user, settingsPath } = props
  const { dark } = useTheme()
  return (
    <header className="pv-topbar">
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
      <button type="button" className="pv-search-button pv-wide-only" onClick={onSearch}>
        <Search aria-hidden="true" />
        <span className="pv-grow">Zoek klant of scherm…</span>
        <Kbd>{commandKeyText()}</Kbd>
      </button>
      <span className="pv-phone-only">
        <IconButton label="Zoeken" icon={<Search />} onClick={onSearch} />
      </span>
      {props.children}
      <IconButton
        label={dark ? 'Licht thema' : 'Donker thema'}
        icon={dark ? <Sun /> : <Moon />}
        onClick={toggleTheme}
      />
      {props.account ?? (
        <Link to={settingsPath} className="pv-topbar-user">
          <span className="pv-hidden">Instellingen van {user.name}</span>
          <Avatar id={user.id} name={user.name} image={user.image} />
        </Link>
      )}
    </header>
  )
}
