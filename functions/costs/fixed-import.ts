import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { conflict } from '../../shared/errors.ts'
import { folded } from '../../shared/folded.ts'
import { type Cents, euros } from '../../shared/money.ts'
import { allTeams } from '../people/service.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { type Change, commitAll, type GuardedWrite, unchanged } from '../platform/commit.ts'
import { takeLock } from '../platform/lock.ts'
import { inBatches } from '../platform/rows.ts'
import { parseCents, parseYes } from '../spreadsheets/cell-values.ts'
import { vocabulary } from '../spreadsheets/header.ts'
import type { Listed } from '../spreadsheets/listed.ts'
import { columnOf, hasColumn, quoted, type Reading, refuse, textOf } from '../spreadsheets/row-reading.ts'
import { allCategories, categoryCounted } from './categories.ts'
import type { CategoryRow, FixedCostRow } from './cost-entity.ts'
import { changedRule, costFor, fixedCostRecords, newRule, rulesFrom } from './fixed.ts'
import {
  dateIn,
  lineIn,
  newTally,
  type PeopleByName,
  peopleByName,
  personIn,
  readSheet,
  refusal,
  refusedAt,
  resultOf,
  type Tally,
} from './sheet.ts'

/**
 * Columns of a sheet of fixed costs with the words of their headers (see `vocabulary`), those of our own export
 * included.
 */
const headers = {
  category: 'categorie ?naam ?kosten',
  description: 'omschrijving ?kosten, notitie',
  whom: 'geldt voor, medewerker ?naam, team ?naam',
  email: 'email ?adres ?medewerker',
  amount: 'bedrag ?maand ?kosten, kosten maand',
  from: 'start ?datum ?geldig',
  to: 'tot ?datum ?geldig, eind ?datum',
  isActive: 'actief',
} as const satisfies Record<string, string>
type Column = keyof typeof headers

const LACKS = 'Zet bovenaan kolomkoppen: Categorie, Geldt voor, Bedrag per maand en Vanaf.'

const list: Listed<Column> = {
  words: vocabulary<Column>(headers),
  called: 'vaste kosten',
  unrecognised: `We herkennen de kolommen niet. ${LACKS}`,
  lacks: { columns: { reason: 'mist kolommen', message: `Er ontbreken kolommen. ${LACKS}` } },
  lackOf: ({ columns: { category, amount, from } }) =>
    category !== undefined && amount !== undefined && from !== undefined ? null : 'columns',
  never: ['category', 'from'],
}

/** Person or team of a row; neither for the organisation. */
interface Whom {
  readonly userId?: string
  readonly teamId?: number
}

interface Told extends Whom {
  readonly reading: Reading<Column>
  readonly categoryId: string
  readonly description: string | undefined
  readonly amount: Cents
  readonly from: string
  /** Undefined when the sheet has no such column; null for no end. */
  readonly to: string | null | undefined
  readonly isActive: boolean | undefined
}

/** Rules written in one transaction. */
const TOGETHER = 20

const LOCK = 'fixed-cost-import'

/**
 * Imports fixed costs from a sheet. A row whose category, description, person or team, and first day match a rule
 * updates it; another row adds a rule. The same sheet again changes nothing. Throws 409 while another import runs.
 */
export async function importFixedCosts(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'cost:manage')
  const sheet = await readSheet(list, file)
  const lock = await takeLock(LOCK)
  if (!lock) throw conflict('Er loopt al een import van vaste kosten. Probeer het zo opnieuw.')
  try {
    const tally = newTally()
    const known = await knownToSheets()
    const told = sheet.rows.flatMap((reading) => {
      const row = toldBy(reading, known)
      if (!row) tally.refused.push(refusal(reading))
      return row ?? []
    })
    for (const rows of inBatches(told, TOGETHER)) {
      await lock.renew()
      await store(permit, rows, tally)
    }
    return unchanged(permit, resultOf(sheet, tally))
  } finally {
    await lock.release()
  }
}

async function knownToSheets() {
  const [categories, teams, people] = await Promise.all([allCategories(), allTeams(), peopleByName()])
  return { categories, teams: Map.groupBy(teams, ({ name }) => folded(name)), people }
}
type Known = Awaited<ReturnType<typeof knownToSheets>>

function toldBy(reading: Reading<Column>, known: Known): Told | null {
  const category = categoryIn(reading, known.categories)
  const whom = whomIn(reading, known)
  const text = textOf(reading, 'amount')
  const amount = parseCents(text)
  if (amount === null) refuse(reading, columnOf(reading, 'amount', 'Bedrag per maand'), 'Bedrag moet positief zijn')
  else if (amount > 100_000_000) {
    refuse(reading, columnOf(reading, 'amount'), 'Vul een bedrag van hoogstens € 1.000.000 in')
  }
  const from = dateIn(reading, 'from', 'Vanaf', true)
  const end = dateIn(reading, 'to', 'Tot en met', false)
  if (from && end && end < from) refuse(reading, columnOf(reading, 'to'), 'Kies een datum op of na de eerste dag')
  const description = lineIn(reading, 'description')
  if (description.length > 200) refuse(reading, columnOf(reading, 'description'), 'De tekst is langer dan 200 tekens')
  if (reading.problems.length > 0 || !category || !whom || amount === null || !from) return null
  return {
    ...whom,
    reading,
    categoryId: category.id,
    description: description === '' ? undefined : description,
    amount,
    from,
    to: hasColumn(reading, 'to') ? (end ?? null) : undefined,
    isActive: parseYes(textOf(reading, 'isActive')),
  }
}

function categoryIn(reading: Reading<Column>, categories: readonly CategoryRow[]): CategoryRow | undefined {
  const text = lineIn(reading, 'category')
  const found = categories.find(({ name }) => folded(name) === folded(text))
  if (!found) {
    const message = text === '' ? 'Kies een categorie' : `Er is geen categorie ${quoted(text)}. Maak die eerst aan.`
    refuse(reading, columnOf(reading, 'category', 'Categorie'), message)
  }
  return found
}

const ORGANISATION = new Set(['', 'organisatie', 'bedrijf'])

function whomIn(reading: Reading<Column>, { teams, people }: Known): Whom | null {
  const text = lineIn(reading, 'whom')
  const named: PeopleByName['byName'] = (name) => people.byName(name)
  if (textOf(reading, 'email') === '') {
    if (ORGANISATION.has(folded(text))) return {}
    const [team, another] = teams.get(folded(text)) ?? []
    const isPerson = named(text).length > 0
    if (team && !another && !isPerson) return { teamId: team.id }
    if (team) {
      const message = `${quoted(text)} kan meer dan één team of persoon zijn`
      refuse(reading, columnOf(reading, 'whom', 'Geldt voor'), message)
      return null
    }
  }
  const user = personIn(reading, people, { address: 'email', name: 'whom' })
  return user ? { userId: user.id } : null
}

const keyOf = (rule: {
  categoryId: string
  description?: string | undefined
  userId?: string | undefined
  teamId?: number | undefined
  from: string
}) =>
  [
    rule.categoryId,
    folded(rule.description ?? ''),
    rule.userId ?? '',
    rule.userId ? '' : (rule.teamId ?? ''),
    rule.from,
  ].join('|')

const ruleKey = (row: FixedCostRow) => keyOf({ ...row, from: row.effectiveFrom })

/** Stores some rows in one transaction. */
async function store(permit: Permit, rows: readonly Told[], tally: Tally): Promise<void> {
  const rules = new Map((await rulesFrom()).map((row) => [ruleKey(row), row]))
  const changes: Change[] = []
  const conditions = new Map<string, GuardedWrite>()
  const counted = new Map<string, number>()
  const made = { created: 0, updated: 0, unchanged: 0 }
  const refused: Tally['refused'] = []
  for (const row of rows) {
    const before = rules.get(keyOf(row))
    if (!before) {
      const { whom, conditions: standing } = await costFor(row.userId, row.teamId)
      const rule = newRule({ ...formOf(row), effectiveFrom: row.from }, whom)
      if (standing[0]) conditions.set(`${row.userId} ${row.teamId}`, standing[0])
      counted.set(rule.categoryId, (counted.get(rule.categoryId) ?? 0) + 1)
      rules.set(ruleKey(rule), rule)
      changes.push(...fixedCostRecords.created(rule))
      made.created += 1
      continue
    }
    const after = changedRule(before, { monthlyAmount: euros(row.amount), effectiveTo: row.to, isActive: row.isActive })
    const isSame =
      after.monthlyAmount === before.monthlyAmount &&
      after.endsOn === before.endsOn &&
      after.isActive === before.isActive
    if (isSame) made.unchanged += 1
    else if (before.isLicence)
      refused.push(refusedAt(row.reading.row, null, 'Partnerview houdt licenties van zzp’ers zelf bij'))
    else if (changes.some(({ entity }) => entity.id === before.id)) {
      refused.push(
        refusedAt(row.reading.row, null, 'Een eerdere rij gaat over dezelfde kosten. Laat één van beide staan.'),
      )
    } else {
      changes.push(...fixedCostRecords.changed(before, after).changes)
      made.updated += 1
    }
  }
  const [first, ...others] = changes
  if (first) {
    const counts = [...counted].map(([id, by]) => categoryCounted(id, by, false))
    await commitAll(
      permit,
      [{ ...first, write: [...conditions.values(), ...counts, ...first.write] }, ...others],
      undefined,
    )
  }
  tally.created += made.created
  tally.updated += made.updated
  tally.unchanged += made.unchanged
  tally.refused.push(...refused)
}

const formOf = ({ categoryId, description, amount, to, isActive }: Told) => ({
  categoryId,
  description,
  monthlyAmount: euros(amount),
  effectiveTo: to,
  isActive,
})
