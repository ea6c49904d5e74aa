import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import { conflict } from '../../../shared/errors.ts'
import { foldText } from '../../../shared/folded.ts'
import { type Cents, euros } from '../../../shared/money.ts'
import { readAllTeams } from '../../people/service.ts'
import { authorise, type Caller, type Permit } from '../../platform/actor.ts'
import { type Change, commitAll, commitNothing, type GuardedWrite } from '../../platform/data/commit.ts'
import { type Lock, takeLock } from '../../platform/data/lock.ts'
import { splitIntoBatches } from '../../platform/data/rows.ts'
import { buildVocabulary } from '../../spreadsheets/recognition/header.ts'
import type { ListedSheet } from '../../spreadsheets/recognition/listed.ts'
import {
  columnNameOf,
  fieldTextOf,
  hasColumn,
  quoteCell,
  type Reading,
  refuseRow,
} from '../../spreadsheets/recognition/row-reading.ts'
import {
  buildRefusal,
  type Found,
  type Opened,
  planSheet,
  readCellDate,
  readCellLine,
  readSheet,
  rowRefusalOf,
  storeSheet,
  type Tally,
} from '../../spreadsheets/sheets/sheet.ts'
import { parseCents, parseYesNo } from '../../spreadsheets/values/cell-values.ts'
import { planCategoryCount, readAllCategories } from '../categories.ts'
import type { CategoryRow, FixedCostRow } from '../cost-entity.ts'
import { applyFixedCostChange, buildFixedCost, findCostTarget, fixedCostRecords, loadFixedCosts } from '../fixed.ts'
import { findRowPerson, type PeopleByName, readPeopleLookups } from './people.ts'

/**
 * Columns of a sheet of fixed costs with the words of their headers (see `buildVocabulary`). They recognise our own
 * export.
 */
const headers = {
  category: 'categorie ?naam ?kosten',
  description: 'omschrijving ?kosten, notitie, opmerking',
  whom: 'geldt voor, medewerker ?naam, team ?naam',
  email: 'email ?adres ?medewerker',
  amount: 'bedrag ?maand ?kosten, kosten maand',
  from: 'start ?datum ?geldig',
  to: 'tot ?datum ?geldig, eind ?datum',
  isActive: 'actief',
} as const satisfies Record<string, string>
type Column = keyof typeof headers

const LACKS = 'Zet bovenaan kolomkoppen: Categorie, Geldt voor, Bedrag per maand en Vanaf.'

const list: ListedSheet<Column> = {
  words: buildVocabulary<Column>(headers),
  called: 'vaste kosten',
  unrecognised: `We herkennen de kolommen niet. ${LACKS}`,
  lacks: { columns: { reason: 'mist kolommen', message: `Er ontbreken kolommen. ${LACKS}` } },
  lackOf: ({ columns: { category, amount, from } }) =>
    category !== undefined && amount !== undefined && from !== undefined ? null : 'columns',
  notInTotals: ['category', 'from'],
}

/** Person or team that a row is for; both ids are absent when the row is for the organisation. */
interface Whom {
  readonly userId?: string
  readonly teamId?: number
}

/** Valid row of the sheet, with the ids that it names. */
interface CostLine extends Whom {
  readonly reading: Reading<Column>
  readonly categoryId: string
  readonly description: string | undefined
  readonly amount: Cents
  readonly from: string
  /** Last day; null for a cost without an end, undefined when the sheet has no column for the last day. */
  readonly to: string | null | undefined
  readonly isActive: boolean | undefined
}

/** Maximum number of fixed costs written in one transaction. */
const TOGETHER = 20

const LOCK = 'fixed-cost-import'

/**
 * Imports fixed costs from a sheet; the same sheet again changes nothing. A row updates the fixed cost with the same
 * category, description, person or team, and first day; if there is none, the row adds it. Refuses only the wrong rows
 * and stores the others. Throws 403 for non-admins, 422 for unknown columns or too many rows. Throws 409 while another
 * import of fixed costs runs, or when this one would now do something else than the preview that the user saw (its hash
 * `seenReading`).
 */
export async function importFixedCosts(actor: Caller, file: UploadedFile, seenReading?: string) {
  const permit = authorise(actor, 'cost:manage')
  const lock = await takeLock(LOCK)
  if (!lock) throw conflict('Er loopt al een import van vaste kosten. Probeer het zo opnieuw.')
  try {
    return await storeSheet(permit, file, await openCosts(file, lock), seenReading)
  } finally {
    await lock.release()
  }
}

/**
 * Returns what the import of a sheet of fixed costs would do; stores nothing. Throws 403 for non-admins, 422 for
 * unknown columns or too many rows.
 */
export async function planFixedCosts(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'cost:manage')
  return commitNothing(permit, await planSheet(file, await openCosts(file)))
}

/** Reads a sheet of fixed costs, with the functions that compare it and store it. */
async function openCosts(file: UploadedFile, lock?: Pick<Lock, 'renew'>): Promise<Opened<Column>> {
  const sheet = await readSheet(list, file)
  const lookups = await readLookups()
  const read: Found = { unchanged: 0, refused: [] }
  const lines = new Map<string, CostLine>()
  for (const reading of sheet.rows) {
    const row = parseLine(reading, lookups)
    if (!row) read.refused.push(rowRefusalOf(reading))
    else add(lines, row, read)
  }
  const rows = [...lines.values()]
  return {
    ...{ list, sheet, read },
    compare: async (tally) => {
      const rules = await rulesByKey()
      for (const row of rows) countOutcome(row, changeOf(row, rules).outcome, tally)
    },
    store: async (permit, tally) => {
      for (const some of splitIntoBatches(rows, TOGETHER)) {
        await lock?.renew()
        await store(permit, some, tally)
      }
    },
  }
}

/** Adds a row. A second row about the same fixed cost is refused, or counts as unchanged when equal. */
function add(lines: Map<string, CostLine>, row: CostLine, read: Found): void {
  const earlier = lines.get(keyOf(row))
  if (!earlier) lines.set(keyOf(row), row)
  else if (earlier.amount === row.amount && earlier.to === row.to && earlier.isActive === row.isActive) {
    read.unchanged += 1
  } else {
    const message = 'Een eerdere rij gaat over dezelfde kosten. Laat één van beide staan.'
    read.refused.push(buildRefusal(row.reading.row, null, message))
  }
}

/** Reads the categories, teams and people that rows of a sheet may name. */
async function readLookups() {
  const [categories, teams, people] = await Promise.all([readAllCategories(), readAllTeams(), readPeopleLookups()])
  return { categories, teams: Map.groupBy(teams, ({ name }) => foldText(name)), people }
}
type Lookups = Awaited<ReturnType<typeof readLookups>>

/** Reads a row of the sheet; refuses it and returns null where a value is wrong. */
function parseLine(reading: Reading<Column>, lookups: Lookups): CostLine | null {
  const category = categoryIn(reading, lookups.categories)
  const whom = whomIn(reading, lookups)
  const text = fieldTextOf(reading, 'amount')
  const amount = parseCents(text)
  if (amount === null)
    refuseRow(reading, columnNameOf(reading, 'amount', 'Bedrag per maand'), 'Bedrag moet positief zijn')
  else if (amount > 100_000_000) {
    refuseRow(reading, columnNameOf(reading, 'amount'), 'Vul een bedrag van hoogstens € 1.000.000 in')
  }
  const from = readCellDate(reading, 'from', 'Vanaf', true)
  const end = readCellDate(reading, 'to', 'Tot en met', false)
  if (from && end && end < from)
    refuseRow(reading, columnNameOf(reading, 'to'), 'Kies een datum op of na de eerste dag')
  const description = readCellLine(reading, 'description')
  if (description.length > 200)
    refuseRow(reading, columnNameOf(reading, 'description'), 'De tekst is langer dan 200 tekens')
  if (reading.problems.length > 0 || !category || !whom || amount === null || !from) return null
  return {
    ...whom,
    reading,
    categoryId: category.id,
    description: description === '' ? undefined : description,
    amount,
    from,
    to: hasColumn(reading, 'to') ? (end ?? null) : undefined,
    isActive: parseYesNo(fieldTextOf(reading, 'isActive')),
  }
}

function categoryIn(reading: Reading<Column>, categories: readonly CategoryRow[]): CategoryRow | undefined {
  const text = readCellLine(reading, 'category')
  const found = categories.find(({ name }) => foldText(name) === foldText(text))
  if (!found) {
    const message =
      text === '' ? 'Kies een categorie' : `Er is geen categorie ${quoteCell(text)}. Maak de categorie eerst aan.`
    refuseRow(reading, columnNameOf(reading, 'category', 'Categorie'), message)
  }
  return found
}

const ORGANISATION = new Set(['', 'organisatie', 'bedrijf'])

function whomIn(reading: Reading<Column>, { teams, people }: Lookups): Whom | null {
  const text = readCellLine(reading, 'whom')
  const named: PeopleByName['byName'] = (name) => people.byName(name)
  if (fieldTextOf(reading, 'email') === '') {
    if (ORGANISATION.has(foldText(text))) return {}
    const [team, another] = teams.get(foldText(text)) ?? []
    const isPerson = named(text).length > 0
    if (team && !another && !isPerson) return { teamId: team.id }
    if (team) {
      const message = `${quoteCell(text)} kan meer dan één team of persoon zijn`
      refuseRow(reading, columnNameOf(reading, 'whom', 'Geldt voor'), message)
      return null
    }
  }
  const user = findRowPerson(reading, people, { address: 'email', name: 'whom' })
  return user ? { userId: user.id } : null
}

/** Returns the key by which a row matches a fixed cost: category, description, person or team, and first day. */
const keyOf = (rule: {
  categoryId: string
  description?: string | undefined
  userId?: string | undefined
  teamId?: number | undefined
  from: string
}) =>
  [
    rule.categoryId,
    foldText(rule.description ?? ''),
    rule.userId ?? '',
    rule.userId ? '' : (rule.teamId ?? ''),
    rule.from,
  ].join('|')

const ruleKey = (row: FixedCostRow) => keyOf({ ...row, from: row.effectiveFrom })

const rulesByKey = async () => new Map((await loadFixedCosts()).map((row) => [ruleKey(row), row]))

/**
 * Returns the outcome of a row, `refused` for a change of a licence. For an update, also returns the fixed cost before
 * and after it.
 */
function changeOf(row: CostLine, rules: ReadonlyMap<string, FixedCostRow>) {
  const before = rules.get(keyOf(row))
  if (!before) return { outcome: 'created' } as const
  const after = applyFixedCostChange(before, {
    monthlyAmount: euros(row.amount),
    effectiveTo: row.to,
    isActive: row.isActive,
  })
  const isSame =
    after.monthlyAmount === before.monthlyAmount && after.endsOn === before.endsOn && after.isActive === before.isActive
  if (isSame) return { outcome: 'unchanged' } as const
  return before.isLicence ? ({ outcome: 'refused' } as const) : ({ outcome: 'updated', before, after } as const)
}

function countOutcome({ reading }: CostLine, outcome: ReturnType<typeof changeOf>['outcome'], tally: Tally): void {
  if (outcome !== 'refused') tally[outcome] += 1
  else tally.refused.push(buildRefusal(reading.row, null, 'Partnerview houdt licenties van zzp’ers zelf bij'))
}

/** Stores some rows in one transaction and counts their outcomes in `tally`. */
async function store(permit: Permit, rows: readonly CostLine[], tally: Tally): Promise<void> {
  const rules = await rulesByKey()
  const changes: Change[] = []
  const conditions = new Map<string, GuardedWrite>()
  const counted = new Map<string, number>()
  const lines = rows.map((row) => ({ row, ...changeOf(row, rules) }))
  for (const { row, ...change } of lines) {
    if (change.outcome === 'updated') changes.push(...fixedCostRecords.changed(change.before, change.after).changes)
    if (change.outcome !== 'created') continue
    const { whom, conditions: standing } = await findCostTarget(row.userId, row.teamId)
    const rule = buildFixedCost({ ...formOf(row), effectiveFrom: row.from }, whom)
    if (standing[0]) conditions.set(`${row.userId} ${row.teamId}`, standing[0])
    counted.set(rule.categoryId, (counted.get(rule.categoryId) ?? 0) + 1)
    changes.push(...fixedCostRecords.created(rule))
  }
  const [first, ...others] = changes
  if (first) {
    const counts = [...counted].map(([id, by]) => planCategoryCount(id, by, false))
    await commitAll(permit, [{ ...first, write: [...conditions.values(), ...counts, ...first.write] }, ...others])
  }
  for (const { row, outcome } of lines) countOutcome(row, outcome, tally)
}

const formOf = ({ categoryId, description, amount, to, isActive }: CostLine) => ({
  categoryId,
  description,
  monthlyAmount: euros(amount),
  effectiveTo: to,
  isActive,
})
