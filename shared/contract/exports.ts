import * as z from 'zod'
import { AppointmentFilter, appointmentSorts } from './appointments.ts'
import { domain, file } from './endpoint.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exports = domain({
  appointments: {
    summary: 'The filtered list of appointments as a spreadsheet, formula-safe; audited (rulings 62)',
    method: 'GET',
    path: '/api/appointments/export',
    allow: 'appointment:read',
    query: AppointmentFilter.extend({
      sort: z.enum(appointmentSorts).optional(),
      format: z.enum(exportFormats).optional(),
    }),
    result: file('text/csv; charset=utf-8'),
  },
})
