import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CommissionRow } from '../../../functions/sales/commission-entity.ts'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { type MortalProxies, startMortalProxies } from '../../../testing/database/mortal-proxy.ts'
import { buildSettingsForm } from '../../../testing/invoices.ts'
import { createRandomNumbers, SEED } from '../../../testing/seed.ts'
import { reportFigure, size } from '../../figures.ts'
import { findBookFaults, readBookSums } from './book-sums.ts'
import { type StartedOffice, startOffice } from './payable-actions.ts'

/** Tells whether the ledger must hold a commission, by its status. */
const isBooked = ({ status, replacedBy }: CommissionRow) =>
  (status === 'klaar_voor_uitbetaling' || status === 'uitbetaald') && !replacedBy

/** Returns the cents that a commission's row pays a person. */
const paidBy = (row: CommissionRow, userId: string) =>
  (row.agentPayee === userId ? row.agentCommission : 0) + (row.callerPayee === userId ? row.callerCommission : 0)

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Reads commissions by id, replaced fees included. */
async function storedRows(ids: readonly string[]): Promise<CommissionRow[]> {
  const { getRows } = await import('../../../functions/platform/data/rows.ts')
  const { Commissions } = await import('../../../functions/sales/commission-entity.ts')
  const keys = ids.map((id) => ({ id }))
  const rows = (await getRows(Commissions, keys)) as CommissionRow[]
  expect(rows.length).toBe(ids.length)
  return rows
}

/**
 * Expects the ledger of an office to agree with its commissions, corrections and documents (money.md, rules 2 to 4 and
 * 7).
 */
async function check(office: StartedOffice, said: string): Promise<void> {
  const { causeOf, findItems, isReversed, readOpenItemsOfPeople, readCurrentItems } = await import(
    '../../../functions/book/service.ts'
  )
  const { invoicesById } = await import('../../../functions/invoices/invoices/records.ts')
  const [rows, invoices, sums, open] = await Promise.all([
    storedRows(office.commissions),
    invoicesById(office.documents),
    readBookSums(office),
    readOpenItemsOfPeople(office.people),
  ])
  const concepts = [...invoices.values()].filter(({ sentAt, commissions }) => sentAt === undefined && commissions)
  const [standing, inConcepts] = await Promise.all([
    readCurrentItems(rows.flatMap(({ dues = [] }) => dues.map(({ itemId }) => itemId))),
    findItems(concepts.flatMap(({ commissions }) => commissions?.itemIds ?? [])),
  ])
  const earned = Map.groupBy(
    standing.filter((item) => !isReversed(item)),
    causeOf,
  )
  for (const row of rows) {
    if (row.replacedBy) continue
    const items = (row.dues ?? []).flatMap(({ itemId }) => earned.get(itemId) ?? [])
    for (const userId of office.people) {
      const worth = sumOf(items.filter((item) => item.userId === userId).map(({ amount }) => amount))
      expect(worth, `${said}: ${row.id} ${row.status}`).toBe(isBooked(row) ? paidBy(row, userId) : 0)
    }
    if (!isBooked(row) || items.length === 0) continue
    const isSettled = items.every(({ claimedBy }) => {
      const invoice = claimedBy?.by.startsWith('invoice#') ? invoices.get(claimedBy.by.slice('invoice#'.length)) : null
      return claimedBy !== undefined && (invoice === null || invoice?.status === 'betaald')
    })
    expect(row.status === 'uitbetaald', `${said}: ${row.id} is ${row.status}`).toBe(isSettled)
  }

  const held = inConcepts.filter(({ claimedBy }) => concepts.some(({ id }) => claimedBy?.by === `invoice#${id}`))
  for (const userId of office.people) {
    const due = sumOf(rows.filter(isBooked).map((row) => paidBy(row, userId)))
    const became = due + (office.adjusted.get(userId) ?? 0)
    expect(sums.person.get(userId)?.earned, `${said}: what ${userId} earned`).toBe(became)
    const theirs = [...open, ...held].filter((item) => item.userId === userId)
    expect(sumOf(theirs.map(({ amount }) => amount)), `${said}: open of ${userId}`).toBe(sums.person.get(userId)?.open)
  }
  for (const partnerId of office.partners) {
    const theirs = [...invoices.values()].filter((row) => row.partnerCompanyId === partnerId)
    expect(sums.partner.get(partnerId)?.owed, said).toBe(sumOf(theirs.map(({ open }) => open)))
  }
}

/**
 * Expects the whole ledger of an office, and each month as people see it, to add up (money.md, rules 1, 2 and 4). Also
 * expects that no document claims an open item.
 */
async function checkBook({ people, partners }: StartedOffice, said: string): Promise<void> {
  const { readPersonBalance, readOpenItems } = await import('../../../functions/book/service.ts')
  expect(await findBookFaults({ people, partners }), said).toEqual([])
  for (const userId of people) {
    const months = await Promise.all(['2026-11', '2026-12', '2027-01'].map((month) => readPersonBalance(userId, month)))
    for (const [at, month] of months.entries()) {
      const settled = month.payroll + month.invoiced - month.credited + month.ownInvoices
      expect(month.openBefore + month.earned + month.corrected, said).toBe(settled + month.openAfter)
      expect(month.openBefore, said).toBe(months[at - 1]?.openAfter ?? 0)
    }
    const { person } = await readBookSums({ people: [userId] })
    expect(months.at(-1)?.openAfter, said).toBe(person.get(userId)?.open)
    const claimed = (await readOpenItems(userId)).filter(({ claimedBy }) => claimedBy !== undefined)
    expect(claimed, said).toEqual([])
  }
}

/** Number of test files over which the offices are divided; these files run at the same time. */
const PARTS = 2

/**
 * Defines a test that performs random actions on commissions in made-up offices. After each action it compares the
 * ledger with commissions and documents. Part 0 takes the offices with even numbers, part 1 those with odd ones.
 */
export function proveOffices(part: 0 | 1): void {
  let mortal: MortalProxies
  let world: CommissionWorld
  beforeAll(async () => {
    world = await startCommissionWorld({
      now: '2026-11-02T09:00:00Z',
      begun: async () => {
        mortal = await startMortalProxies()
      },
    })
    await world.done('admin', 'PUT', '/api/self-billing/settings', buildSettingsForm())
    await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
  })
  afterAll(async () => {
    await world.stop()
    await mortal.close()
  })

  it('what people earned, were paid and have open adds up, through any actions in any order', async () => {
    const times = new Map<string, number>()
    let steps = 0
    let crashes = 0
    let offices = 0
    let closed = 0
    for (let run: number = part; run < size.offices; run += PARTS) {
      const office = await startOffice({ world, mortal, run, below: createRandomNumbers(run * 104_729 + 5) })
      const history: string[] = []
      for (let at = 0; at < size.officeSteps; at++) {
        const name = await office.performRandomAction()
        history.push(name)
        const said = `run ${run} step ${at} of seed ${SEED}: ${history.slice(-6).join(', ')}`
        const isLast = at === size.officeSteps - 1
        if (/ meanwhile | crashing/.test(name) || isLast) await office.settle()
        if (isLast) await office.repeat()
        await check(office, said)
        await office.checkClosed(said)
        if (at % 10 === 9 || isLast) await checkBook(office, said)
        steps += 1
      }
      for (const [name, count] of office.times) times.set(name, (times.get(name) ?? 0) + count)
      await office.leave()
      closed += office.closedMonths()
      crashes += office.crashes()
      offices += 1
    }
    expect(await findBookFaults()).toEqual([])
    const { verifySeals } = await import('../../../functions/book/service.ts')
    expect((await verifySeals()).filter(({ isIntact }) => !isIntact)).toEqual([])
    expect(closed, 'closed months').toBeGreaterThan(0)
    expect(crashes, 'something crashed').toBeGreaterThan(0)
    reportFigure(
      'book: people',
      `earned, settled and open add up after each step; ${closed} closed months never change; 0 balances differ from a recount (${JSON.stringify(Object.fromEntries(times))})`,
      { steps, wrong: await world.wrong() },
      { steps: offices * size.officeSteps, wrong: 0 },
    )
  })
}
