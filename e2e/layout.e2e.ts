import { paths } from '../frontend/domains/paths.ts'
import { findLayoutFaults } from './support/layout.ts'
import { expect, logInByApi, readProductUrl, test, visit } from './support/test.ts'

const { home, login, presentedInvoice, invitation, customer, sale, saleDetail, invoice, ...screens } = paths

/** Screens that `money-screens.e2e.ts` shows at these widths too. */
const MONEY: readonly string[] = [
  ...[screens.transactions, screens.commissions, screens.commissionWorkflow, screens.teamCompensation],
  ...[screens.selfBilling, screens.partners, screens.conceptInvoices, screens.invoicesInProgress],
  ...[screens.paidInvoices, screens.monthlyRuns, screens.payments, screens.bookkeeping, screens.reconciliation],
]

/** Other views of screens, by their address. */
const views = [
  ...['/calendar?view=day', '/calendar?view=week', '/calendar?view=month', '/security?tab=auditlog'],
  ...['/costs?tab=vaste-kosten', '/costs?tab=categorieen'],
]

/** Widths of a desktop, a tablet and a phone. The window is high, so that most of a screen needs no scrolling. */
const WIDTHS = [1440, 768, 390]
const HEIGHT = 2000

/** Width at which dialogs are opened; `expectAccessible` sees them at the other two. */
const TABLET = [768]

/** Dialogs by their address, and dialogs of the first record of a list. */
const dialogs = [
  ...['/appointments?nieuw=1', '/leads?nieuw-lead=1', '/leads?doe=gesloten', '/leads?doe=importeren'],
  ...['/expiring-contracts?doe=uploads', '/expiring-contracts?doe=importeren'],
  ...['/users?doe=toevoegen', '/teams?doe=toevoegen', '/self-billing?tab=partners&partner=nieuw'],
]
const dialogsOfFirst = {
  '/appointments?afspraak=': '/appointments',
  '/leads?lead=': '/leads',
  '/expiring-contracts?contract=': '/contracts/sales-status/nieuw',
  '/self-billing/betalingen?bestand=': '/self-billing/payment-files',
}

/** Screens that only people see who earn commissions. */
const OWN: readonly string[] = [screens.ownCommissions, screens.balance, screens.ownInvoices]

for (const [who, shown] of Object.entries({
  admin1: [...Object.values(screens).filter((path) => !OWN.includes(path) && !MONEY.includes(path)), ...views],
  agent1: [screens.dashboard, screens.ownCommissions, screens.balance, screens.myDay],
  teamleader2: [screens.ownInvoices, screens.reports, screens.users],
})) {
  test(`each screen of ${who} shows values whole, at every width`, async ({ page }) => {
    test.slow()
    await logInByApi(page, `${who}@partnerview.example`)
    const first = async (list: string) => {
      const sessionid = (await page.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
      const reply = await fetch(`${readProductUrl()}/api${list}?limit=1`, { headers: { sessionid } })
      return (await reply.json())[0]?.id
    }
    const faults: string[] = []
    const look = async (path: string, widths: readonly number[]) => {
      await page.setViewportSize({ width: widths[0] ?? 0, height: HEIGHT })
      // A dialog that is still open must not be taken for the next one, so each is opened on a new page.
      if (widths === TABLET) await page.goto(`${readProductUrl()}${path}`)
      else await visit(page, path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT })
        await expect(widths === TABLET ? page.getByRole('dialog').first() : page.locator('main')).toBeVisible()
        await expect(page.locator('[aria-busy=true]:visible, .pv-skeleton:visible')).toHaveCount(0)
        faults.push(...(await findLayoutFaults(page)).map((fault) => `${path} at ${width}: ${fault}`))
      }
    }
    for (const path of shown) await look(path, WIDTHS)
    if (who === 'admin1') {
      for (const path of dialogs) await look(path, TABLET)
      for (const [path, list] of Object.entries(dialogsOfFirst)) await look(`${path}${await first(list)}`, TABLET)
    }
    expect(faults).toEqual([])
  })
}
