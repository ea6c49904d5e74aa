import { type AuditVocabulary, formatNested, formatPerson } from '../../records/audit-words.ts'
import { paths } from '../paths.ts'

/** Words of the audit log about closed months. */
export const bookAudit: AuditVocabulary = {
  'book-lock': {
    name: 'Gesloten maanden',
    verbs: {
      close: 'Maand sluiten begonnen',
      stop: 'Maand sluiten gestopt',
      refuse: 'Maand niet gesloten',
      seal: 'Maand gesloten',
      open: 'Maand geopend',
      file: 'Aangifte ingediend',
      ask: 'Openen van aangifte gevraagd',
      unfile: 'Aangifte geopend',
      own: 'Aangifte alleen geopend',
    },
    fields: {
      closedThrough: 'Gesloten tot en met',
      closing: ['Wordt gesloten', formatNested({ month: 'Maand', at: 'Op', by: ['Door', formatPerson] })],
      refusal: ['Niet gesloten', formatNested({ month: 'Maand', at: 'Op', reason: 'Reden' })],
      filedThrough: 'Ingediend tot en met',
      unfiling: [
        'Gevraagd te openen',
        formatNested({ month: 'Maand', at: 'Op', by: ['Door', formatPerson], reason: 'Reden' }),
      ],
      month: 'Maand',
      reason: 'Reden',
    },
    path: () => paths.bookkeeping,
  },
}
