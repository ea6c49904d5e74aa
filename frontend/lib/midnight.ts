import { readLoginTime } from './browser-storage.ts'

const CHECK_EVERY_MS = 60_000
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })

/**
 * Calls `onMidnight` once when the day of the login is over in Amsterdam; checks every 60 s (spec §4). Returns a
 * function that stops the checks.
 */
export function watchMidnight(onMidnight: () => void): () => void {
  const dayOfLogin = day.format(readLoginTime() ?? Date.now())
  const timer = setInterval(() => {
    if (day.format(Date.now()) === dayOfLogin) return
    clearInterval(timer)
    onMidnight()
  }, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}
