import { useCallback, useMemo, useState } from 'react'
import * as z from 'zod'
import { offices } from '../../../../shared/api/parts/fields.ts'
import { type CostScope, costScopes, type FixedCost } from '../../../../shared/costs/record.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useListAddress } from '../../../records/list/list-address.ts'
import { monthTitleOf, thisMonth } from '../../../ui/dates/calendar-days.ts'
import { type CostsWanted, useFixedCosts } from '../api.ts'
import { isCountedIn, lastDayOfMonth } from './cost-months.ts'

/**
 * Group in which the list of a month shows a fixed cost. A cost that counts in the month is under its scope. Others are
 * under `later` (not started) or `ended` (ended or inactive).
 */
export type CostGroup = CostScope | 'later' | 'ended'

const groups: readonly CostGroup[] = [...costScopes, 'later', 'ended']
const groupNames: Record<CostGroup, string> = {
  organisation: 'Organisatie',
  team: 'Teams',
  person: 'Personen',
  later: 'Gaat nog in',
  ended: 'Beëindigd',
}

/**
 * Line of the list: a fixed cost, or all licences (monthly fees of zzp'ers) of a group together. `isInner` marks a
 * licence that is unfolded below the common line of its group.
 */
export type CostLine = {
  readonly id: string
  readonly group: CostGroup
} & (
  | { readonly cost: FixedCost; readonly isInner: boolean }
  | { readonly licences: readonly FixedCost[]; readonly isOpen: boolean }
)

const CostsFilter = z.object({
  q: z.string().max(100),
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  categoryId: z.string().max(128),
  voor: z.string().max(140),
})

/**
 * Returns the filters in the page address, also in the form that the API takes (`wanted`), and the chosen month, which
 * is the present month by default.
 */
export function useCostsAddress() {
  const address = useListAddress(CostsFilter, [])
  const { q, categoryId, voor, month = thisMonth() } = address.filter
  const wanted: CostsWanted = useMemo(
    () => ({ ...(q ? { q } : {}), ...(categoryId ? { categoryId } : {}), ...whoOf(voor) }),
    [q, categoryId, voor],
  )
  return {
    ...address,
    month,
    wanted,
    // A month is always chosen, so it does not count as a filter that can be cleared.
    filtered: Object.keys(wanted).length > 0,
    resetFilter: () => address.setFilter({ q: '', categoryId: '', voor: '' }),
  }
}

export type CostsAddress = ReturnType<typeof useCostsAddress>

/**
 * Reads the filter `voor` of the page address: a scope, `kantoor:<office>`, `team:<id>` or `persoon:<id>`. Returns no
 * filter for any other text.
 */
function whoOf(voor = ''): CostsWanted {
  const scope = costScopes.find((one) => one === voor)
  if (scope) return { scope }
  const [kind, id = ''] = voor.split(/:(.*)/)
  if (kind === 'team' && /^[1-9]\d{0,5}$/.test(id)) return { teamId: id, scope: 'team' }
  const office = kind === 'kantoor' && offices.find((one) => one === id)
  if (office) return { office }
  return kind === 'persoon' && id ? { userId: id } : {}
}

/**
 * Fetches the fixed costs that match the filters in the page address. Returns them as lines; those that do not count in
 * the chosen month are in groups of their own.
 */
export function useCostsList() {
  const address = useCostsAddress()
  const { month, wanted } = address
  const list = useFixedCosts(wanted)
  const [open, setOpen] = useState<readonly CostGroup[]>([])
  const data = useMemo(() => list.data && linesOf(list.data, month, open), [list.data, month, open])
  const toggle = useCallback(
    (group: CostGroup) =>
      setOpen((now) => (now.includes(group) ? now.filter((one) => one !== group) : [...now, group])),
    [],
  )
  return {
    address,
    list: { ...list, data },
    /** Number of lines that count in the month; licences are one line. */
    lines: data?.filter((line) => !('cost' in line && line.isInner) && !isOutsideMonth(line.group)).length,
    toggle,
  }
}

/** Tells whether a group holds costs that do not count in the month: not started, ended or inactive. */
export const isOutsideMonth = (group: CostGroup): boolean => group === 'later' || group === 'ended'

function groupOf(cost: FixedCost, month: string): CostGroup {
  if (isCountedIn(cost, month)) return cost.scope
  return cost.isActive && cost.effectiveFrom > lastDayOfMonth(month) ? 'later' : 'ended'
}

function linesOf(costs: readonly FixedCost[], month: string, open: readonly CostGroup[]): CostLine[] {
  return groups.flatMap((group) => {
    const all = costs.filter((cost) => groupOf(cost, month) === group)
    const licences = all.filter(({ isLicence }) => isLicence).sort(byWho)
    const others = all.filter(({ isLicence }) => !isLicence).sort(byWho)
    const lines: CostLine[] = others.map((cost) => ({ id: cost.id, group, cost, isInner: false }))
    if (licences.length === 0) return lines
    const isOpen = open.includes(group)
    const folded: CostLine = { id: `licences-${group}`, group, licences, isOpen }
    const inner: CostLine[] = isOpen ? licences.map((cost) => ({ id: cost.id, group, cost, isInner: true })) : []
    return [...lines, folded, ...inner]
  })
}

/** Returns the name of the person or team to which a fixed cost belongs, or `Organisatie`. */
export const costTargetText = ({ scope, user, team }: FixedCost): string =>
  scope === 'person' ? fullNameOf(user) : scope === 'team' ? (team?.name ?? '–') : 'Organisatie'

const byWho = (one: FixedCost, other: FixedCost): number =>
  costTargetText(one).localeCompare(costTargetText(other), 'nl') || other.monthlyAmount - one.monthlyAmount

/** Returns the sum of the monthly amounts of fixed costs, in euros. */
export const sumMonthlyAmounts = (costs: readonly FixedCost[]): number =>
  costs.reduce((sum, { monthlyAmount }) => sum + Math.round(monthlyAmount * 100), 0) / 100

/**
 * Returns the fixed costs in a group. Takes licences only from the line that sums them, so that unfolded licences are
 * not counted twice.
 */
const costsOf = (lines: readonly CostLine[], group: CostGroup): FixedCost[] =>
  lines
    .filter((line) => line.group === group)
    .flatMap((line) => ('licences' in line ? line.licences : line.isInner ? [] : [line.cost]))

/**
 * Returns the heading of the group that contains a line: `Teams 3`. The heading of a group that does not count in the
 * month says so.
 */
export function headingOf(lines: readonly CostLine[], { group }: CostLine, month: string): string {
  const count = costsOf(lines, group).length
  const name = monthTitleOf(`${month}-01`).split(' ')[0]
  const note = group === 'later' ? 'telt nog niet mee' : 'telt niet mee'
  return `${groupNames[group]} ${count}${isOutsideMonth(group) ? ` · ${note} in ${name}` : ''}`
}

/** Returns the formatted monthly sum of the group that contains a line; `–` for a group that does not count. */
export const headingSumOf = (lines: readonly CostLine[], { group }: CostLine): string =>
  isOutsideMonth(group) ? '–' : formatMoney(sumMonthlyAmounts(costsOf(lines, group)))

/** Returns the number of licences, and their price if it is the same for all: `19 zzp'ers × € 19,99`. */
export function licencesText(licences: readonly FixedCost[]): string {
  const people = licences.length === 1 ? "1 zzp'er" : `${licences.length} zzp'ers`
  const amounts = new Set(licences.map(({ monthlyAmount }) => monthlyAmount))
  const [amount] = amounts
  return amounts.size === 1 ? `${people} × ${formatMoney(amount)}` : people
}
