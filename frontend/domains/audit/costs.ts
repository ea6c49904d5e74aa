import { costScopeLabels, projectTypeLabels } from '../../../shared/api/schemas/costs.ts'
import {
  type AuditVocabulary,
  formatCents,
  formatLabel,
  formatNested,
  formatPerson,
  formatWithUnit,
} from '../../records/audit-words.ts'
import { buildExportWords } from './export.ts'

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
    fields: {
      userId: ['Medewerker', formatPerson],
      user: 'Medewerker',
      hourlyRate: ['Uurloon', formatCents],
      effectiveFrom: 'Vanaf',
      effectiveTo: 'Tot en met',
    },
  },
  'cost-category': {
    name: 'Categorie',
    fields: { name: 'Naam', description: 'Omschrijving', isActive: 'Actief', used: 'Gebruikt door' },
  },
  'fixed-cost': {
    name: 'Vaste kosten',
    verbs: {
      end: 'Vaste kosten beëindigd',
      move: 'Vaste kosten naar ander team',
      resume: 'Vaste kosten lopen weer door',
    },
    fields: {
      categoryId: null,
      scope: ['Geldt voor', formatLabel(costScopeLabels)],
      userId: ['Persoon', formatPerson],
      user: 'Persoon',
      team: 'Team',
      monthlyAmount: ['Bedrag per maand', formatCents],
      description: 'Omschrijving',
      effectiveFrom: 'Vanaf',
      effectiveTo: 'Tot en met',
      isActive: 'Actief',
      isLicence: 'Licentie',
    },
  },
  'fixed-cost-export': buildExportWords('Vaste kosten', { scope: ['Geldt voor', formatLabel(costScopeLabels)] }),
}
