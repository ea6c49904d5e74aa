import { capitaliseFirst } from '../../../shared/values/capitalise.ts'
import type { Fields } from '../../../shared/values/field.ts'
import { type Noun, nameOfOne } from '../../../shared/values/noun.ts'
import {
  type AuditVocabulary,
  type AuditWords,
  type FieldsWords,
  fieldWordsOf,
  formatLabel,
  formatNested,
  formatPerson,
  formatTeam,
  formatWithUnit,
} from '../../records/audit-words.ts'

/** Words of a stored file. */
export const fileWords = { filename: 'Bestand', size: ['Grootte', formatWithUnit(1024, 'kB')] } as const

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

/** Returns the texts of the audit log for a record with a card, and for the export of its list. */
export function buildRecordWords(
  type: string,
  { noun, fields }: { readonly noun: Noun; readonly fields: Fields },
  more: Partial<AuditWords> = {},
): AuditVocabulary {
  const words = fieldWordsOf(fields)
  return {
    [type]: { name: nameOfOne(noun), ...more, fields: { ...words, ...more.fields } },
    [`${type}-export`]: buildExportWords(capitaliseFirst(noun.many), words),
  }
}
