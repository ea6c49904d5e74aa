import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { type Ending, getSession, refreshUser, useSession } from '../lib/session.ts'
import { type ToastMessage, toast } from '../ui/toast.ts'

const farewells: Record<Ending, ToastMessage | null> = {
  logout: null,
  expired: { title: 'Session verlopen - wordt doorgestuurd naar login', tone: 'destructive' },
  midnight: {
    title: 'Sessie verlopen - Je bent automatisch uitgelogd om 00:00 voor extra beveiliging',
    tone: 'info',
  },
}

/** Loads the user anew at start (rulings 4), and goes to the login screen with a word of why when a session ends. */
export function useSessionFlow(): void {
  const { ended } = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    if (getSession().user) refreshUser()
  }, [])

  useEffect(() => {
    if (!ended) return
    const farewell = farewells[ended]
    if (farewell) toast(farewell)
    navigate(paths.login, { replace: ended !== 'logout' })
  }, [ended, navigate])
}
