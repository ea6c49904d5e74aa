import { type FieldsOf, own } from '../../shared/values/field.ts'
import { type Complaint, type ComplaintForm, type ComplaintHistoryField, complaintLabels } from './api.ts'

/** Properties of a complaint without a description below. */
type Parts = 'id' | 'version' | 'teamId' | 'updatedAt'

/** Fields of an example complaint (docs/growing.md, not in the product), in the order of its form. */
export const complaintFields = {
  customerName: { label: 'Klant', form: 'complaint', card: own('row') },
  complaint: {
    ...{ label: 'Klacht', format: 'lines', form: 'complaint', card: own('row') },
    list: { width: 320, dropOrder: 2 },
  },
  status: {
    ...{ label: 'Status', format: complaintLabels, form: 'complaint', card: own('row') },
    list: { width: 110, dropOrder: 4 },
  },
  ownerId: {
    ...{ label: 'Behandelaar', format: 'own', form: own('assign'), card: null },
    ...{ column: 'none', history: 'owner' },
  },
  owner: { label: 'Behandelaar', format: 'name', card: null, list: { width: 180, dropOrder: 3 } },
  createdAt: { label: 'Genoteerd', format: 'moment', history: null, card: null, list: { width: 150, dropOrder: 1 } },
} as const satisfies FieldsOf<
  Omit<Complaint, Parts>,
  keyof ComplaintForm,
  ComplaintHistoryField,
  'complaint' | 'assign',
  'row'
>
