/**
 * Compiled but never run, like api.type-test.ts. Fields that do not match between contract, row, form and
 * card must not compile.
 */
import * as z from 'zod'
import type { AppointmentRow } from '../../functions/appointments/entity.ts'
import { viewOf } from '../../functions/appointments/service.ts'
import { serve } from '../../functions/platform/http/serve.ts'
import { mapFormFields } from '../../functions/records/form.ts'
import { type Domain, ok } from '../../shared/api/parts/endpoint.ts'
import { orNull, text } from '../../shared/api/parts/fields.ts'
import { Appointment, NewAppointment } from '../../shared/appointments/schemas.ts'
import { text as plain } from '../../shared/values/kinds.ts'
import { record } from '../../shared/values/record.ts'

declare const row: AppointmentRow

const showing = <S extends z.ZodType>(schema: S) =>
  ({
    get: { summary: 'One', method: 'GET', path: '/api/one', allow: 'appointment:read', result: ok(schema) },
  }) as const satisfies Domain

/** A correct endpoint, which must compile. */
export const shown = serve(showing(Appointment), { get: async () => viewOf(row) })

export const unstored = serve(showing(Appointment.extend({ colour: orNull(z.string()) })), {
  // @ts-expect-error the API shows a field that nothing stores, though it may be null
  get: async () => viewOf(row),
})

export const unstoredWithin = serve(showing(Appointment.extend({ team: z.object({ colour: orNull(z.string()) }) })), {
  // @ts-expect-error the API shows a field within another that nothing stores
  get: async () => viewOf(row),
})

const apart = ['appointmentDate', 'appointmentTime', 'agentId', 'status', 'type', 'bookAnyway'] as const
const details = mapFormFields<AppointmentRow>()(apart)

/** A correct creation, which must compile. */
export const stored = details.created(NewAppointment.parse({}))

const WithColour = NewAppointment.extend({ colour: text() })
// @ts-expect-error the form has a field that no attribute stores and the service does not handle
export const lost = details.created(WithColour.parse({}))

// @ts-expect-error a change has a field that no attribute stores and the service does not handle
export const lostChange = details.changed(WithColour.partial().parse({}))

/** A correct creation: the service itself handles the extra field. */
export const handled = mapFormFields<AppointmentRow>()([...apart, 'colour']).created(WithColour.parse({}))

const { notes: _, ...withoutNotes } = row
// @ts-expect-error a new row that lacks an attribute, even one that may be undefined
export const forgotten: AppointmentRow = { ...withoutNotes }

// @ts-expect-error an attribute of another type than the field
export const otherType: AppointmentRow = { ...row, ...mapFormFields<{ notes: number }>()().created({ notes: 1 }) }

const places = {
  noun: { the: 'de', one: 'klant', many: 'klanten' },
  groups: ['customer'],
  cards: ['customer'],
} as const

/** A correct card, which must compile. */
export const card = record(places, { city: plain({ label: 'Plaats', form: 'customer', card: 'customer' }) })

// @ts-expect-error a card that names a group of the form that does not exist
export const misplaced = record(places, { city: plain({ label: 'Plaats', form: 'usage', card: 'customer' }) })

// @ts-expect-error a value that people type without its place in the form
export const placeless = record(places, { city: plain({ label: 'Plaats', card: 'customer' }) })
