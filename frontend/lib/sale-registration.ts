import { useSyncExternalStore } from 'react'
import type { Appointment } from '../../shared/contract/appointments.ts'

/** Starts registering the sale of an appointment, prefilled from it (rulings 29). */
export type RegisterSale = (appointment: Appointment) => void

const listeners = new Set<() => void>()
let registered: RegisterSale | null = null

/** Makes 'Sale registreren' available; called by whoever can register sales. Returns the way to take it away again. */
export function provideSaleRegistration(register: RegisterSale): () => void {
  change(register)
  return () => {
    if (registered === register) change(null)
  }
}

/** What registers a sale; null where nothing does, and then nothing may offer it. */
export const saleRegistration = (): RegisterSale | null => registered

/** The same, followed by a component. */
export const useSaleRegistration = (): RegisterSale | null => useSyncExternalStore(subscribe, saleRegistration)

function change(next: RegisterSale | null): void {
  registered = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
