// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let agent: Person
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  agent = await world.person({ teamId: 1, firstName: 'Daan', lastName: 'Visser' })
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  const as = await world.session(agent)
  for (let place = 0; place < 8; place++) {
    const body = {
      customerName: `Klant ${String(place).padStart(2, '0')}`,
      customerPhone: '0475123456',
      appointmentDate: '2026-12-01',
      appointmentTime: `${String(9 + place).padStart(2, '0')}:00`,
      bookAnyway: true,
    }
    expect((await world.call('POST', '/api/appointments', { as, body })).status).toBe(201)
  }
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** True while the network fails for every page except the first. */
let isBroken = false

/** Tells the app that the end of the list came into view; jsdom has no layout, so scrolling never gets there. */
let reachEnd: () => void = () => {}
let scrolledTo: Element[] = []

beforeEach(() => {
  const watching = new Set<(entries: { isIntersecting: boolean }[]) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe() {
        watching.add(this.tell)
      }
      disconnect() {
        watching.delete(this.tell)
      }
    },
  )
  reachEnd = () =>
    act(() => {
      for (const tell of [...watching]) tell([{ isIntersecting: true }])
    })
  const online = fetch
  isBroken = false
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const url = new URL(String(input), location.href)
    if (url.pathname === '/api/appointments' && init?.method === 'GET') url.searchParams.set('limit', '5')
    return isBroken && url.searchParams.has('cursor') ? Promise.reject(new TypeError('offline')) : online(url, init)
  })
  scrolledTo = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this)
  })
})

async function open(path: string, person = agent) {
  await logIn(world, person)
  return openApp(path)
}

const table = () => screen.findByRole('table', { name: 'Afspraken' })
const scroller = async () => (await table()).closest<HTMLElement>('.pv-list-scroller') as HTMLElement
const pagesAsked = () => sent.filter(({ path }) => path.startsWith('/api/appointments?') && path.includes('cursor='))

/** Waits for the first page, with its count and the button for more. */
async function firstPage(): Promise<void> {
  await screen.findByRole('button', { name: 'Meer laden' })
  expect(await screen.findByText('8 afspraken')).toBeTruthy()
}

/** Waits until all pages are loaded. */
async function allPages(): Promise<void> {
  await table()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Meer laden' })).toBeNull())
  expect(await screen.findByText('8 afspraken')).toBeTruthy()
}

test('scrolling to the end loads more rows, each page once', async () => {
  await open('/appointments')
  await firstPage()
  expect(pagesAsked()).toHaveLength(0)
  reachEnd()
  reachEnd()
  await allPages()
  expect(pagesAsked()).toHaveLength(1)
  reachEnd()
  expect(pagesAsked()).toHaveLength(1)
})

test('a failed page is not retried by itself', async () => {
  const { user } = await open('/appointments')
  await firstPage()
  isBroken = true
  reachEnd()
  expect(await screen.findByText('Laden is niet gelukt. Probeer het opnieuw.')).toBeTruthy()
  reachEnd()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Meer laden' }))
  await allPages()
})

test('going back restores the scroll position and the loaded pages', async () => {
  const { user } = await open('/appointments')
  await firstPage()
  reachEnd()
  await allPages()
  const list = await scroller()
  list.scrollTop = 730
  fireEvent.scroll(list)
  await user.click(screen.getByRole('link', { name: 'Beveiliging' }))
  await screen.findByText('Tweestapsverificatie (2FA)')
  act(() => history.back())
  await allPages()
  const again = await scroller()
  expect(again).not.toBe(list)
  expect(again.scrollTop).toBe(730)

  await user.click(screen.getByRole('link', { name: 'Beveiliging' }))
  await screen.findByText('Tweestapsverificatie (2FA)')
  await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Afspraken' }))
  expect((await scroller()).scrollTop).toBe(0)
})

test('a saved row is scrolled to and marked; when saved elsewhere, the toast links to it', async () => {
  const { user, unmount } = await open('/appointments')
  await user.click(await screen.findByRole('button', { name: 'Afspraak met Klant 04 bewerken' }))
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak bewerken' })
  await user.type(within(dialog).getByLabelText('Plaats'), 'Venlo')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Bekijken' })).toBeNull()
  // Compares row numbers instead of elements, because the list is fetched again and its rows are replaced.
  await waitFor(() => {
    const row = screen.getByText('Klant 04').closest('tr')
    const places = scrolledTo.map((element) => element.getAttribute('data-index'))
    expect(places).toContain(row?.getAttribute('data-index') ?? 'none')
    expect(row?.className).toContain('pv-row-marked')
  })
  unmount()

  const elsewhere = await open('/security?nieuw=1&datum=2026-12-02&tijd=10:00')
  const form = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  await elsewhere.user.type(within(form).getByLabelText('Klantnaam'), 'Nieuwe Klant')
  await elsewhere.user.type(within(form).getByLabelText('Telefoonnummer'), '0475123456')
  await elsewhere.user.click(within(form).getByRole('button', { name: 'Opslaan' }))
  // `user.click` would refuse: while the dialog closes, only a style sheet lets the toast accept clicks, and jsdom does
  // not read that style sheet.
  fireEvent.click(await screen.findByRole('button', { name: 'Bekijken' }))
  expect(await screen.findByRole('dialog', { name: 'Afspraak Details' })).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Afspraak Details' }).textContent).toContain('Nieuwe Klant')
})

test('a new team is scrolled to among the cards', async () => {
  const { user } = await open('/teams', admin)
  await user.click(await screen.findByRole('button', { name: 'Nieuw team' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuw team' })
  await user.type(within(dialog).getByLabelText('Teamnaam'), 'Team Zicht')
  await user.click(within(dialog).getByRole('button', { name: 'Aanmaken' }))
  const card = (await screen.findByRole('heading', { name: /^Team Zicht/ })).closest('section')
  await waitFor(() => expect(scrolledTo).toContain(card))
})
