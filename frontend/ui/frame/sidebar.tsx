import { LogOut, Settings } from 'lucide-react'
import { Link } from 'react-router-dom'
import { IconButton } from '../buttons/icon-button.tsx'
import { Avatar } from '../display/avatar.tsx'
import { Brand } from './brand.tsx'
import './sidebar.css'
import '../layout/fill.css'
import '../layout/layout.css'
import '../layout/over.css'
import '../layout/text.css'
import { NavList, type NavSection } from './nav.tsx'

interface SidebarUser {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly image?: string | null
}

interface SidebarProps {
  readonly sections: readonly NavSection[]
  readonly collapsed: boolean
  readonly user: SidebarUser
  readonly settingsPath: string
  readonly onLogout: () => unknown
}

/** Shows the sidebar with logo, menu and the logged-in user; hidden below 768 px. */
export function Sidebar({ sections, collapsed, ...user }: SidebarProps) {
  return (
    <aside className="pv-fill pv-sidebar pv-wide-only" aria-label="Zijbalk">
      <Brand />
      <NavList sections={sections} compact={collapsed} />
      <UserBlock {...user} />
    </aside>
  )
}

type UserBlockProps = Pick<SidebarProps, 'user' | 'settingsPath' | 'onLogout'>

/** Shows the logged-in user, a link to the settings and a logout button. */
export function UserBlock({ user, settingsPath, onLogout }: UserBlockProps) {
  return (
    <div className="pv-user pv-beside">
      <Avatar id={user.id} name={user.name} image={user.image} />
      <div className="pv-user-text pv-stack pv-grow">
        <span className="pv-text-13 pv-weight-strong pv-truncate">{user.name}</span>
        <span className="pv-text-11 pv-color-soft pv-truncate">{user.role}</span>
      </div>
      <Link
        to={settingsPath}
        className="pv-button pv-button-ghost pv-button-small pv-icon-button"
        aria-label="Instellingen"
        data-tip="Instellingen"
      >
        <Settings />
      </Link>
      <IconButton size="small" label="Uitloggen" icon={<LogOut />} onClick={onLogout} />
    </div>
  )
}
