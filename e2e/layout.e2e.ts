import { paths } from '../frontend/domains/paths.ts'
import { findLayoutFaults } from './support/layout.ts'
import { expect, logInByApi, readProductUrl, test } from './support/test.ts'

const { home, login, presentedInvoice, invitation, customer, sale, saleDetail, invoice, ...screens } = paths

/** Other views of screens, by their address. */
const views = [
  ...['/calendar?view=day', '/calendar?view=week', '/calendar?view=month', '/security?tab=auditlog'],
  ...[
    '/self-billing?status=alle',
    '/self-billing/betalingen?tab=bestanden',
    '/self-billing/betalingen?tab=afschriften',
  ],
  ...['/costs?tab=vaste-kosten', '/costs?tab=categorieen'],
]

/** Widths of a desktop, a tablet and a phone. The window is high, so that most of a screen needs no scrolling. */
const WIDTHS = [1440, 768, 390]
const HEIGHT = 2000

/** Screens that only people see who earn commissions. */
const OWN = [screens.ownCommissions, screens.balance, screens.ownInvoices, screens.teamCompensation]

for (const [who, shown] of Object.entries({
  admin1: [...Object.values(screens).filter((path) => !OWN.some((own) => own === path)), ...views],
  agent1: [screens.dashboard, screens.ownCommissions, screens.balance, screens.myDay],
})) {
  test(`each screen of ${who} shows values whole, at every width`, async ({ page }) => {
    test.slow()
    await logInByApi(page, `${who}@partnerview.example`)
    const first = async (list: string) => {
      const sessionid = (await page.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
      const reply = await fetch(`${readProductUrl()}/api${list}?limit=1`, { headers: { sessionid } })
      return (await reply.json())[0]?.id
    }
    const records =
      who === 'admin1'
        ? [`${saleDetail}/${await first('/sales')}`, `${invoice}/${await first('/self-billing/invoices')}`]
        : []
    const faults: string[] = []
    for (const path of [...shown, ...records]) {
      await page.setViewportSize({ width: 1440, height: HEIGHT })
      await page.goto(`${readProductUrl()}${path}`)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        await expect(page.locator('main')).toBeVisible()
        await expect(page.locator('[aria-busy=true]:visible, .pv-skeleton:visible')).toHaveCount(0)
        faults.push(...(await findLayoutFaults(page)).map((fault) => `${path} at ${width}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })
}
