import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import { leads } from '../../../shared/contract/leads.ts'
import { appointmentRefreshes } from '../../domains/appointments.ts'
import { leadRefreshes } from '../../domains/leads.ts'
import { query, useCommand } from '../../lib/query.ts'

/** Loads a lead with its calls, always afresh. */
export const useLead = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })

/** Loads an appointment, always afresh. */
export const useAppointment = (id: string) => useQuery({ ...query(appointments.get, { params: { id } }), staleTime: 0 })

export const useChangeLead = () => useCommand(leads.update, { refreshes: leadRefreshes })
export const useChangeAppointment = () => useCommand(appointments.update, { refreshes: appointmentRefreshes })
