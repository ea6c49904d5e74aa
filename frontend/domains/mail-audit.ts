import { mailStateLabels } from '../../shared/contract/mail.ts'
import { type FieldsWords, type Reading, word } from '../records/audit-words.ts'

/** What became of a mail. */
const mailState: Reading = word(mailStateLabels)

/** What the audit log says of mails about a kind of record, by what each mail is. */
export const mailWords = (kinds: Readonly<Record<string, string>>) => ({
  verbs: { ...kinds, resend: 'Mail opnieuw aangeboden' },
  fields: {
    ...Object.fromEntries(Object.entries(kinds).map(([kind, label]) => [kind, [label, mailState] as const])),
    mail: ['Mail', word(kinds)],
    was: ['Was', mailState],
    error: 'Fout',
  } satisfies FieldsWords,
})
