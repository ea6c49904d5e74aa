import { useState } from 'react'

/** Returns a yes-or-no preference that this browser stores, false at first, and a function that changes it. */
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
