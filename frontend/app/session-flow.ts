import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../domains/paths.ts'
import { type Ending, getSession, refreshUser, useSession } from '../lib/session.ts'
import { type ToastMessage, toast } from '../ui/messages/toast.ts'
import { buildReturnAddress } from './return-address.ts'

const farewells: Record<Ending, ToastMessage | null> = {
  logout: null,
  expired: { title: 'Session verlopen - wordt doorgestuurd naar login', tone: 'destructive' },
  midnight: {
    title: 'Sessie verlopen - Je bent automatisch uitgelogd om 00:00 voor extra beveiliging',
    tone: 'info',
  },
}

/**
 * Refreshes the stored user from the server when the app starts (rulings 4). Goes to the login screen when a session
 * ends. If the session ended by itself, a toast says why, and the login leads back to the same page.
 */
export function useSessionFlow(): void {
  const session = useSession()
  const handled = useRef(session)
  const navigate = useNavigate()

  useEffect(() => {
    if (getSession().user) refreshUser()
  }, [])

  useEffect(() => {
    const { ended, endedFor } = session
    // The router's `navigate` is a new function after every change of address, which runs this effect again. Each end
    // of a session is handled once.
    if (!ended || handled.current === session) return
    handled.current = session
    const farewell = farewells[ended]
    if (farewell) toast(farewell)
    if (ended === 'logout') navigate(paths.login)
    else navigate(paths.login, { replace: true, state: buildReturnAddress(endedFor) })
  }, [session, navigate])
}
