import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { invoices } from '../../../shared/api/invoices.ts'
import { leads } from '../../../shared/api/leads.ts'
import { today } from '../../../shared/time.ts'
import { query, useList } from '../../lib/query.ts'

/** Fetches a lead with its calls, again each time it is shown. */
export const useLead = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })

/** Fetches an appointment, again each time it is shown. */
export const useAppointment = (id: string) => useQuery({ ...query(appointments.get, { params: { id } }), staleTime: 0 })

/** Fetches an invoice, again each time it is shown. */
export const useInvoice = (id: string) => useQuery({ ...query(invoices.get, { params: { id } }), staleTime: 0 })

/** Fetches the agent's own appointments of today. */
export const useTodaysAppointments = () => useList(appointments.list, { query: { date: today(), mine: 'true' } })
