import type { Letters, MailItem, Mails } from '../../mail/kinds.ts'
import { composeLetter, greetUser, line } from '../../mail/letter.ts'
import { withoutIbans } from '../../platform/data/account-numbers.ts'
import { findUser, fullName } from '../../platform/identity/user.ts'
import { CommissionQuestions, type QuestionRow } from './question-entity.ts'

type Kind = 'asked' | 'answered'

interface Facts {
  /** Id of the recipient. */
  readonly to: string
}

const readerOf = async ({ facts }: MailItem) => findUser((facts as Facts).to)

async function find(id: string): Promise<QuestionRow | null> {
  const { data } = await CommissionQuestions.get({ id }).go({ consistent: true })
  return data as QuestionRow | null
}

/** Mails about questions on commissions: a new one to the admins, an answer to the person who asked. */
export const questionMails: Mails<'commission', Kind, QuestionRow> = {
  entity: 'commission',
  kinds: ['asked', 'answered'],
  attempts: 5,
  toCustomers: false,
  find,
  isOn: async () => true,
  needless: (kind, _item, row) => {
    if (!row) return 'Deze vraag bestaat niet meer.'
    return kind === 'asked' && row.state === 'answered' ? 'Deze vraag is al beantwoord.' : null
  },
  again: (_kind, _row, { facts }) => ({ facts }),
}

/** Texts of the mails with question and answer; account numbers in them are masked. */
export const questionLetters: Letters<Kind, QuestionRow> = {
  compose: async (kind, item, row) => {
    const reader = await readerOf(item)
    if (!row || !reader) throw new Error(`Nobody to tell about ${item.subject}`)
    const opening =
      kind === 'asked'
        ? line`${fullName(row.askedBy)} heeft een vraag over de commissie van ${row.customerName}.`
        : line`Je vraag over de commissie van ${row.customerName} is beantwoord.`
    const said =
      kind === 'asked'
        ? [
            line`De vraag: ${withoutIbans(row.question)}`,
            line`Je beantwoordt de vraag in Partnerview, bij Commissies Beheer.`,
          ]
        : [line`Je vraag: ${withoutIbans(row.question)}`, line`Het antwoord: ${withoutIbans(row.answer ?? '')}`]
    return {
      to: reader.email,
      ...composeLetter(
        kind === 'asked' ? line`Vraag over een commissie` : line`Antwoord op je vraag over een commissie`,
        [greetUser(reader), opening, ...said, line`Met vriendelijke groet,\nPartnerview`],
      ),
    }
  },
  marks: () => [],
}
