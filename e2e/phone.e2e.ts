import type { Page } from '@playwright/test'
import { findCutFocusRings } from './support/focus-rings.ts'
import { expect, expectAccessible, logInByApi, PHONE, test, visit } from './support/test.ts'

/** Expects that nothing on a phone scrolls sideways, and no violation of accessibility. */
async function expectFits(phone: Page, path: string): Promise<void> {
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, path).toBeLessThanOrEqual(0)
  await expectAccessible(phone)
}

test('an agent finds all screens on a narrow phone, and marks notifications as read', async ({ openPage }) => {
  const phone = await openPage(PHONE)
  await phone.setViewportSize({ width: 360, height: 800 })
  await logInByApi(phone, 'agent1@partnerview.example', { path: '/' })
  await expect(phone.getByRole('navigation').last()).toBeVisible()
  await expectFits(phone, '/')
  for (const [path, heading] of [
    ['/appointments', 'Afspraken'],
    ['/calendar', 'Kalender'],
    ['/more-mobile', 'Meer opties'],
    ['/security', 'Beveiliging'],
  ] as const) {
    await visit(phone, path)
    await expect(phone.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectFits(phone, path)
  }

  await phone.getByRole('button', { name: /^Meldingen/ }).click()
  const panel = phone.getByRole('dialog', { name: 'Meldingen' })
  await expect(panel.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
  await expectFits(phone, 'notifications of the bell')
  await panel.getByRole('link', { name: 'Alle meldingen' }).click()
  await expect(phone.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectFits(phone, 'all notifications')
  expect(await findCutFocusRings(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Alles als gelezen markeren' }).click()
  await expect(phone.getByRole('button', { name: 'Meldingen', exact: true })).toBeVisible()
})

test('an admin sees six rows of a list, whole sheets under a toast, and cards on a phone', async ({ openPage }) => {
  const phone = await openPage(PHONE)
  await logInByApi(phone, 'admin2@partnerview.example', { path: '/appointments' })
  for (const path of ['/appointments', '/expiring-contracts', '/leads']) {
    await visit(phone, path)
    const name = { '/appointments': 'Afspraken', '/expiring-contracts': 'Aflopende Contracten', '/leads': 'Leads' }[
      path
    ]
    await expect(phone.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
    const rows = phone.locator('.pv-list [data-row]')
    await expect(rows.nth(5)).toBeVisible()
    const end = (await phone.locator('.pv-list-footer').boundingBox())?.y
    const sixth = await rows.nth(5).boundingBox()
    expect((sixth?.y ?? 0) + (sixth?.height ?? 0), `sixth row of ${path}`).toBeLessThanOrEqual(end ?? 0)
  }
  await phone.locator('.pv-list [data-row] .pv-card-open').first().click()
  const sheet = phone.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Niet opgenomen' }).click()
  const toast = phone.locator('.pv-toast')
  await expect(toast).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Niet opgenomen' })).toBeVisible()
  const shown = await toast.boundingBox()
  for (const part of [sheet.locator('.pv-dialog-header'), sheet.locator('.pv-dialog-footer')]) {
    const box = await part.boundingBox()
    const isApart = !shown || !box || shown.y + shown.height <= box.y || box.y + box.height <= shown.y
    expect(isApart, JSON.stringify({ shown, box })).toBe(true)
  }
  await expectAccessible(phone)

  await phone.setViewportSize({ width: 360, height: 780 })
  await visit(phone, '/reports')
  await expect(phone.getByRole('region', { name: 'Teams' }).getByRole('listitem').first()).toBeVisible()
  await expectFits(phone, '/reports')
  const ready = {
    account: 'Accountstatus',
    sessies: 'Deze sessie',
    'api-keys': 'Nieuwe API key',
    auditlog: 'Ingelogd',
  }
  for (const [tab, text] of Object.entries(ready)) {
    await visit(phone, `/security?tab=${tab}`)
    await expect(phone.getByText(text, { exact: true }).first()).toBeVisible()
    await expectFits(phone, tab)
  }
  await phone.getByRole('button', { name: 'Filters' }).click()
  const filters = phone.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Actie' }).selectOption('Aanmaken')
  await expectAccessible(phone)
  await filters.getByRole('button', { name: 'Toon auditlog' }).click()
  await expect(phone).toHaveURL(/action=create/)
  await phone
    .getByRole('list', { name: 'Auditlog' })
    .getByRole('button', { name: /Ingelogd/ })
    .first()
    .click()
  await expect(phone.getByRole('dialog', { name: 'Wijziging' })).toBeVisible()
  await expectAccessible(phone)
})
