import { instant, orNull, requireText, text } from '../../shared/api/parts/fields.ts'
import { own } from '../../shared/values/field.ts'
import { attributes, choice, kept, lines, person, requiredText, standard } from '../../shared/values/kinds.ts'
import { record } from '../../shared/values/record.ts'
import * as z from '../../shared/zod.ts'

const { must, optionalNumber } = attributes
const { id, version, updatedAt } = standard
const onCard = { form: 'complaint', card: own('row') } as const

/** Statuses of an example complaint (docs/growing.md, not in the product). */
export const complaintStatuses = ['open', 'solved'] as const
export const complaintLabels = { open: 'Open', solved: 'Opgelost' } as const

/** Card of an example complaint (docs/growing.md, not in the product), in the order of its form. */
export const complaint = record(
  { groups: ['complaint', 'assign'], cards: ['row'] },
  {
    ...{ id, version, updatedAt },
    customerName: requiredText('Klantnaam is verplicht', { label: 'Klant', ...onCard }),
    complaint: {
      ...lines(4000, { label: 'Klacht', ...onCard, list: { width: 320, dropOrder: 2 } }),
      ...{ typed: requireText('Omschrijf de klacht', 4000), ...kept(z.string(), must) },
    },
    status: choice(complaintStatuses, complaintLabels, 'Kies een status', {
      ...{ label: 'Status', ...onCard, list: { width: 110, dropOrder: 4 } },
    }),
    ownerId: {
      ...{ ...kept(z.string(), must), typed: text(128, { 'x-refers-to': '/api/users' }) },
      field: { label: 'Behandelaar', form: own('assign'), card: null, column: 'none', history: 'owner' },
    },
    teamId: kept(orNull(z.int()), optionalNumber),
    owner: person({ label: 'Behandelaar', card: null, list: { width: 180, dropOrder: 3 } }),
    createdAt: {
      ...kept(instant, must),
      field: {
        ...{ label: 'Genoteerd', format: 'moment', history: null, card: null },
        list: { width: 150, dropOrder: 1 },
      },
    },
  },
)
export const complaintFields = complaint.fields
