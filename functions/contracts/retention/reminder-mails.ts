import { dateText } from '../../../shared/time.ts'
import type { Letters, MailItem, Mails } from '../../mail/kinds.ts'
import { composeLetter, greetUser, type Line, line, withAddress } from '../../mail/letter.ts'
import { readSetting } from '../../platform/env.ts'
import { findUser, type User } from '../../platform/identity/user.ts'
import { type ContractRow, Contracts } from '../entity.ts'
import { findContractSettings } from '../settings.ts'
import type { Due } from './reminding.ts'

const APP_URL = readSetting('APP_URL')

type Kind = 'due'

interface Facts {
  readonly due: readonly Due[]
}

const dueOf = ({ facts }: MailItem) => (facts as Facts).due

/** Mails about contracts that came closer to their end: today they passed a limit, such as 'Binnen 3 maanden'. */
export const contractReminders: Mails<'contract-reminder', Kind, User> = {
  entity: 'contract-reminder',
  kinds: ['due'],
  attempts: 5,
  toCustomers: false,
  find: findUser,
  isOn: async () => (await findContractSettings()).sendReminders,
  needless: (_kind, _item, user) => (user?.isActive ? null : 'Deze gebruiker is niet meer actief.'),
  again: (_kind, _user, { facts }) => ({ facts }),
}

/**
 * Texts of the mail about contracts near their end: the reader's own contracts first; then unassigned ones, with a link
 * to the board. Each named contract has a link to its lead, if any.
 */
export const contractReminderLetters: Letters<Kind, User> = {
  compose: async (_kind, item, user) => {
    if (!user) throw new Error(`Nobody to tell about ${item.subject}`)
    const due = dueOf(item)
    const rows = await rowsOf(due.flatMap(({ ids }) => ids))
    const [own, open] = [
      due.filter(({ isUnassigned }) => !isUnassigned),
      due.filter(({ isUnassigned }) => isUnassigned),
    ]
    return {
      to: user.email,
      ...composeLetter(line`Aflopende contracten: ${countOf(due)}`, [
        greetUser(user),
        ...(own.length > 0 ? [line`Jouw aflopende contracten: ${countOf(own)}.`] : []),
        ...own.flatMap((one) => linesOf(one, rows)),
        ...(open.length > 0
          ? [
              withAddress(
                line`Nog aan niemand toegewezen: ${countOf(open)}.`,
                `${APP_URL}/expiring-contracts?agentId=none`,
              ),
            ]
          : []),
        ...open.flatMap((one) => linesOf(one, rows)),
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}

function countOf(due: readonly Due[]): string {
  const count = due.reduce((sum, one) => sum + one.count, 0)
  return count === 1 ? '1 contract' : `${count} contracten`
}

/** Reads the current contracts by id. */
async function rowsOf(ids: readonly string[]): Promise<Map<string, ContractRow>> {
  if (ids.length === 0) return new Map()
  const { data } = await Contracts.get([...new Set(ids)].map((id) => ({ id }))).go({ consistent: true })
  return new Map((data as ContractRow[]).map((row) => [row.id, row]))
}

function linesOf({ nearness, count, ids }: Due, rows: ReadonlyMap<string, ContractRow>): Line[] {
  const named = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
  const rest = count - ids.length
  return [
    line`${nearness}: ${String(count)}`,
    ...named.map(lineOf),
    ...(rest > 0 ? [line`En nog ${String(rest)}.`] : []),
  ]
}

function lineOf({ customerName, supplier, expiryDate, leadId }: ContractRow): Line {
  const said = supplier
    ? line`${customerName}, ${supplier}, einddatum ${dateText(expiryDate)}`
    : line`${customerName}, einddatum ${dateText(expiryDate)}`
  return leadId === undefined ? said : withAddress(said, `${APP_URL}/leads?lead=${encodeURIComponent(leadId)}`)
}
