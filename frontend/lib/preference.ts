import { useState } from 'react'

/** Reads and writes a yes-or-no preference of this browser in local storage (spec §3). */
export function usePreference(key: 'sidebar-collapsed' | 'invoices-as-cards'): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(key) === 'true')
  return [
    value,
    (next) => {
      localStorage.setItem(key, String(next))
      setValue(next)
    },
  ]
}
