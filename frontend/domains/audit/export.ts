import {
  type AuditWords,
  type FieldsWords,
  formatLabel,
  formatNested,
  formatPerson,
  formatTeam,
} from '../../records/audit-words.ts'

/**
 * Returns the texts of the audit log for the export of a list. `plural` names its records, and `filter` has the texts
 * for the filters of that list.
 */
export const buildExportWords = (plural: string, filter: FieldsWords): AuditWords => ({
  name: `Export ${plural.toLowerCase()}`,
  verbs: { export: `${plural} geëxporteerd` },
  fields: {
    format: ['Soort bestand', formatLabel({ csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' })],
    count: 'Rijen',
    filter: [
      'Gekozen op',
      formatNested({
        from: 'Van',
        to: 'Tot en met',
        date: 'Op',
        q: 'Zoektekst',
        search: 'Zoektekst',
        agentId: ['Agent', formatPerson],
        teamId: ['Team', formatTeam],
        mine: ['Eigen', formatLabel({ true: 'Ja' })],
        ids: ['Selectie', (ids) => `${String(ids).split(',').length} gekozen`],
        ...filter,
      }),
    ],
  },
})
