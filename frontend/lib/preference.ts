import { useState } from 'react'

/** A yes-or-no choice of this browser, kept in local storage under its key (spec §3). */
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
