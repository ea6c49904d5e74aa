import { capitaliseFirst } from '../../../shared/values/capitalise.ts'
import { type AuditWords, formatLabel, formatPerson, type ValueFormatter } from '../../records/audit-words.ts'

/** Formats the counts of an import. */
const statsText: ValueFormatter = (value) => {
  const { totalRows = 0, created = 0, updated = 0, skipped = 0, errors = 0 } = Object(value) as Record<string, number>
  return `${totalRows} rijen: ${created} nieuw, ${updated} bijgewerkt, ${skipped} overgeslagen, ${errors} fout`
}

/** Shows the stored state of an upload, a Dutch text such as `wordt verwerkt`, with a capital first letter. */
const sentence: ValueFormatter = (value) => capitaliseFirst(String(value))

/** Returns the words of the audit log for previews of uploaded files; `labels` names their columns. */
export const buildPreviewWords = (labels: Readonly<Record<string, string>>): AuditWords => ({
  name: 'Importvoorbeeld',
  verbs: {
    'import-recheck': 'Kolommen aangepast in het voorbeeld',
    'import-confirm': 'Import bevestigd',
    'import-discard': 'Import weggegooid',
  },
  fields: {
    filename: 'Bestand',
    state: ['Status', sentence],
    stats: ['Resultaat', statsText],
    remembers: 'Indeling onthouden',
    sheet: 'Blad',
    headerRow: 'Rij met koppen',
    fields: ['Kolommen', formatLabel(labels)],
    monthFirst: 'Maand voorop',
  },
})

/** Returns the words of the audit log for the meanings that people give to columns; `labels` names the columns. */
export const buildLayoutWords = (labels: Readonly<Record<string, string>>): AuditWords => ({
  name: 'Kolomindeling',
  verbs: { map: 'Kolommen aangewezen' },
  fields: {
    filename: 'Bestand',
    sheet: 'Blad',
    headerRow: 'Rij met koppen',
    fields: ['Kolommen', formatLabel(labels)],
    monthFirst: 'Maand voorop',
  },
})

/**
 * Returns the texts of the audit log for an uploaded file. `name` is the word for the upload, `rows` the word for its
 * rows.
 */
export const buildUploadWords = (name: string, rows: string): AuditWords => ({
  name,
  verbs: {
    import: `${rows} geïmporteerd`,
    'import-check': 'Voorbeeld gemaakt',
    'import-check-step': 'Deel van een voorbeeld gemaakt',
    'import-failed': `${rows} importeren mislukt`,
    'import-retry': 'Opnieuw geprobeerd',
    'import-step': 'Deel van een upload geïmporteerd',
    'import-undo': 'Upload terugdraaien gevraagd',
    'import-undo-step': 'Deel van een upload teruggedraaid',
    'import-undo-failed': 'Upload terugdraaien mislukt',
    'import-undone': 'Upload teruggedraaid',
  },
  fields: {
    filename: 'Bestand',
    uploadedBy: ['Geüpload door', formatPerson],
    state: ['Status', sentence],
    stats: ['Resultaat', statsText],
    error: 'Fout',
    removed: 'Verwijderd',
    restored: 'Hersteld',
    kept: 'Ongewijzigd gebleven',
  },
})
