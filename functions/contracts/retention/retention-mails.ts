import { dateText } from '../../../shared/time.ts'
import type { Letters, MailItem, Mails } from '../../mail/kinds.ts'
import { composeLetter, greetUser, line, withAddress } from '../../mail/letter.ts'
import { readSetting } from '../../platform/env.ts'
import { findUser } from '../../platform/identity/user.ts'
import { findFirstClearingDay, type RetentionRow, retentions } from './retention-entity.ts'

const APP_URL = readSetting('APP_URL')

type Kind = 'announced'

interface Facts {
  /** Id of the admin who gets the mail. */
  readonly to: string
}

/** Mail that announces to the admins which personal data will be cleared; nobody can switch it off. */
export const retentionMails: Mails<'contract-retention', Kind, RetentionRow> = {
  entity: 'contract-retention',
  kinds: ['announced'],
  attempts: 5,
  toCustomers: false,
  find: retentions.find,
  isOn: async () => true,
  needless: (_kind, _item, run) => (run ? null : 'Deze opruiming bestaat niet meer.'),
  again: (_kind, _run, { facts }) => ({ facts }),
}

const countOf = (count: number) =>
  count === 1 ? '1 contract' : `${new Intl.NumberFormat('nl-NL').format(count)} contracten`

/** Texts of the mail that announces the clearing of personal data to an admin. */
export const retentionLetters: Letters<Kind, RetentionRow> = {
  compose: async (_kind, item: MailItem, run) => {
    const reader = await findUser((item.facts as Facts).to)
    if (!run || !reader) throw new Error(`Nobody to tell about ${item.subject}`)
    const contracts = countOf(run.counted)
    const day = dateText(findFirstClearingDay(run))
    const ended = dateText(`${run.until}-01`)
    return {
      to: reader.email,
      ...composeLetter(line`Gegevens van ${contracts} worden op ${day} opgeruimd`, [
        greetUser(reader),
        line`Vanaf ${day} verwijderen we gegevens van ${contracts} met een einddatum voor ${ended}. Dat zijn rekeningnummer, rekeninghouder, EAN-codes en alle overige kolommen uit het bestand. De contracten zelf blijven op het bord staan.`,
        withAddress(
          line`Wil je de gegevens langer bewaren? Verhoog voor die datum de bewaartermijn bij de instellingen van de contracten.`,
          `${APP_URL}/expiring-contracts`,
        ),
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}
