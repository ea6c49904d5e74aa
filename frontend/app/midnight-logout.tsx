import { useEffect, useState } from 'react'
import { watchMidnight } from '../lib/midnight.ts'
import { endSession, eraseLoginAtMidnight } from '../lib/session.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './app.module.css'

const REDIRECT_AFTER_MS = 1000

/** Logs out at the next midnight in Amsterdam: shows an alert, and after 1 s the login screen (spec §4). */
export function MidnightLogout() {
  const [ending, setEnding] = useState(false)

  useEffect(() => {
    let redirect: ReturnType<typeof setTimeout> | undefined
    const stop = watchMidnight(() => {
      setEnding(true)
      eraseLoginAtMidnight()
      redirect = setTimeout(() => endSession('midnight'), REDIRECT_AFTER_MS)
    })
    return () => {
      stop()
      clearTimeout(redirect)
    }
  }, [])

  if (!ending) return null
  return (
    <div className={classNames(styles.curtain, 'pv-middle pv-text-16 pv-weight-bold pv-center')} role="alert">
      Automatische uitlog om 00:00 voor extra beveiliging. U wordt nu uitgelogd.
    </div>
  )
}
