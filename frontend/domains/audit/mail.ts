import { mailStateLabels } from '../../../shared/api/parts/mail.ts'
import { type FieldsWords, formatLabel, type ValueFormatter } from '../../records/audit-words.ts'

/** Formats the state of a mail. */
const mailState: ValueFormatter = formatLabel(mailStateLabels)

/** Returns the texts of the audit log for mails about a record; `kinds` has the labels by kind of mail. */
export const buildMailWords = (kinds: Readonly<Record<string, string>>) => ({
  verbs: { ...kinds, resend: 'Mail opnieuw aangeboden' },
  fields: {
    ...Object.fromEntries(Object.entries(kinds).map(([kind, label]) => [kind, [label, mailState] as const])),
    mail: ['Mail', formatLabel(kinds)],
    was: ['Was', mailState],
    error: 'Fout',
  } satisfies FieldsWords,
})
