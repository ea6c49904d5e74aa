import { type AuditWords, type FieldsWords, formatRecordLink, parts, word } from '../../records/audit-words.ts'

/** Returns the words of the audit log for runs over several records of a kind, which set these fields. */
export const runWords = (many: string, one: string, sets: FieldsWords): AuditWords => ({
  name: `Reeks ${many}`,
  verbs: {
    start: `Reeks ${many} gestart`,
    undo: `Reeks ${many} ongedaan gemaakt`,
    step: `Reeks ${many} een stap verder`,
    continue: `Reeks ${many} hervat`,
    skipped: `${one} overgeslagen`,
    failed: `${one} wijzigen mislukt`,
  },
  fields: {
    change: ['Wijziging', parts(sets)],
    named: 'Gekozen',
    undoes: 'In plaats van reeks',
    recordId: [one, formatRecordLink],
    message: 'Melding',
    position: null,
    state: ['Status', word({ running: 'Loopt', stopped: 'Gestopt', done: 'Klaar' })],
    movedAt: 'Verder op',
    endedAt: 'Klaar op',
  },
})
