import { projectTypeLabels } from '../../../shared/api/schemas/costs.ts'
import { costCategory, fixedCost, userRate } from '../../../shared/costs/record.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatCents,
  formatNested,
  formatPerson,
  formatWithUnit,
} from '../../records/audit-words.ts'
import { buildExportWords, buildRecordWords } from './export.ts'

const entry = formatNested({
  hours: ['Uren', formatWithUnit(100, 'uur')],
  description: 'Omschrijving',
  rate: ['Uurloon', formatCents],
  version: null,
})
const byKind = formatNested(
  Object.fromEntries(Object.entries(projectTypeLabels).map(([kind, label]) => [kind, [label, entry]])),
)

/** Words of the audit log for hours and costs. */
export const costsAudit: AuditVocabulary = {
  'time-entry': {
    name: 'Uren',
    verbs: { price: 'Uren kregen een uurloon', 'price-further': 'Uurloon verder doorgevoerd' },
    fields: {
      userId: ['Medewerker', formatPerson],
      user: 'Medewerker',
      date: 'Datum',
      entries: ['Per soort werk', byKind],
      from: 'Vanaf',
    },
  },
  'time-entry-export': buildExportWords('Uren', { userId: ['Medewerker', formatPerson] }),
  'user-rate': {
    name: 'Uurloon',
    verbs: { end: 'Uurloon beëindigd' },
    fields: fieldWordsOf(userRate.fields),
  },
  'cost-category': { name: 'Categorie', fields: fieldWordsOf(costCategory.fields) },
  ...buildRecordWords('fixed-cost', fixedCost, {
    verbs: {
      end: 'Vaste kosten beëindigd',
      move: 'Vaste kosten naar ander team',
      resume: 'Vaste kosten lopen weer door',
    },
    fields: { categoryId: null },
  }),
}
