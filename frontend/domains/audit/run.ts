import {
  type AuditWords,
  type FieldsWords,
  formatLabel,
  formatNested,
  formatRecordLink,
} from '../../records/audit-words.ts'

/**
 * Returns the texts of the audit log for a run: one change of many records. `many` and `one` name its records; `sets`
 * has the texts for the fields that the run changes.
 */
export const buildRunWords = (many: string, one: string, sets: FieldsWords): AuditWords => ({
  name: `Reeks ${many}`,
  verbs: {
    start: `Reeks ${many} gestart`,
    undo: `Reeks ${many} ongedaan gemaakt`,
    step: `Reeks ${many} een stap verder`,
    stop: `Reeks ${many} gestopt`,
    continue: `Reeks ${many} hervat`,
    skipped: `${one} overgeslagen`,
    failed: `${one} wijzigen mislukt`,
  },
  fields: {
    change: ['Wijziging', formatNested(sets)],
    named: 'Gekozen',
    undoes: 'Ongedaan gemaakte reeks',
    recordId: [one, formatRecordLink],
    message: 'Melding',
    position: null,
    state: ['Status', formatLabel({ running: 'Loopt', stopped: 'Gestopt', done: 'Klaar' })],
    movedAt: 'Verder op',
    endedAt: 'Klaar op',
  },
})
