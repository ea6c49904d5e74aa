import { orNull, requireText } from '../../shared/api/parts/fields.ts'
import { own } from '../../shared/values/field.ts'
import { attributes, choice, kept, keptReference, person, requiredText, standard } from '../../shared/values/kinds.ts'
import { record } from '../../shared/values/record.ts'
import * as z from '../../shared/zod.ts'

const { must, optionalNumber } = attributes

/** Statuses of an example complaint (docs/growing.md, not in the product). */
export const complaintStatuses = ['open', 'solved'] as const
export const complaintLabels = { open: 'Open', solved: 'Opgelost' } as const

/** An example complaint (docs/growing.md, not in the product), with an owner who solves it. */
export const complaint = record(
  { noun: { the: 'de', one: 'klacht', many: 'klachten' }, groups: ['complaint', 'assign'], cards: ['row'] },
  {
    customerName: requiredText('Klantnaam is verplicht', { label: 'Klant', form: 'complaint', card: own('row') }),
    complaint: {
      ...{ ...kept(z.string(), must), typed: requireText('Omschrijf de klacht', 4000) },
      field: {
        ...{ label: 'Klacht', format: 'lines', form: 'complaint', card: own('row') },
        list: { width: 320, dropOrder: 2 },
      },
    },
    status: choice(complaintStatuses, complaintLabels, 'Kies een status', {
      ...{ label: 'Status', form: 'complaint', card: own('row') },
      list: { width: 110, dropOrder: 4 },
    }),
    ownerId: {
      ...keptReference('/api/users'),
      field: { label: 'Behandelaar', format: 'own', form: own('assign'), card: null, column: 'none', history: 'owner' },
    },
    teamId: kept(orNull(z.int()), optionalNumber),
    owner: person({ label: 'Behandelaar', card: null, list: { width: 180, dropOrder: 3 } }),
    ...standard,
    createdAt: {
      ...standard.createdAt,
      field: { label: 'Genoteerd', format: 'moment', history: null, card: null, list: { width: 150, dropOrder: 1 } },
    },
  },
)

/** Words and places of the fields of an example complaint (docs/growing.md, not in the product). */
export const complaintFields = complaint.fields
