// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../ui/jsdom-gaps.ts'
import '../../ui/messages/toast-view.tsx'
import { dismissToast } from '../../ui/messages/toast.ts'
import { Toaster } from '../../ui/messages/toaster.tsx'
import { InPartsDialog } from './in-parts.tsx'

afterEach(() => {
  cleanup()
  dismissToast()
})

const rows = [1, 2, 3, 4, 5].map((number) => ({ id: `l-${number}`, name: `Klant ${number}` }))

test('a selection is sent in parts, and each refused record is named with its reason', async () => {
  const user = userEvent.setup()
  const parts: (readonly string[])[] = []
  const ended: string[] = []
  render(
    <>
      <InPartsDialog
        title="5 leads toewijzen"
        rows={rows}
        nameOf={({ name }) => name}
        mostAtOnce={2}
        nouns={['Lead', 'leads']}
        done="toegewezen"
        submit="Toewijzen"
        fallback="Er is een fout opgetreden"
        validate={() => true}
        work={async (ids) => {
          parts.push(ids)
          return ids.filter((id) => id > 'l-3').map((id) => ({ id, message: 'Deze lead is al omgezet.' }))
        }}
        onDone={() => ended.push('done')}
        onClose={() => ended.push('closed')}
      >
        {() => <p>Aan wie?</p>}
      </InPartsDialog>
      <Toaster />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Toewijzen' }))
  const alert = within(await screen.findByRole('alert'))
  expect(parts).toEqual([['l-1', 'l-2'], ['l-3', 'l-4'], ['l-5']])
  alert.getByText('2 leads zijn niet toegewezen:')
  expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Klant 4: Deze lead is al omgezet.',
    'Klant 5: Deze lead is al omgezet.',
  ])
  await screen.findByText('3 leads toegewezen', { selector: '.pv-toast-title' })
  expect(screen.queryByText('Aan wie?')).toBeNull()
  await user.click(screen.getByText('Sluiten'))
  expect(ended).toEqual(['done'])
})

test('the work can be stopped after a part, and shows the number done', async () => {
  const user = userEvent.setup()
  const parts: (readonly string[])[] = []
  const ended: string[] = []
  let release = () => {}
  render(
    <>
      <InPartsDialog
        title="5 leads toewijzen"
        rows={rows}
        nameOf={({ name }) => name}
        mostAtOnce={2}
        nouns={['Lead', 'leads']}
        done="toegewezen"
        submit="Toewijzen"
        fallback="Er is een fout opgetreden"
        validate={() => true}
        work={async (ids) => {
          parts.push(ids)
          await new Promise<void>((resolve) => {
            release = resolve
          })
          return []
        }}
        onDone={() => ended.push('done')}
        onClose={() => ended.push('closed')}
      >
        {() => <p>Aan wie?</p>}
      </InPartsDialog>
      <Toaster />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Toewijzen' }))
  await user.click(await screen.findByRole('button', { name: 'Stoppen' }))
  release()
  await screen.findByText('2 leads toegewezen', { selector: '.pv-toast-title' })
  expect(parts).toEqual([['l-1', 'l-2']])
  expect(ended).toEqual(['done'])
})

test('a failure halfway shows what was done and refused, and the rest can continue, also after a stop', async () => {
  const user = userEvent.setup()
  const parts: (readonly string[])[] = []
  const ended: string[] = []
  let release = (_: readonly { id: string; message: string }[]) => {}
  let fail = (_: Error) => {}
  render(
    <>
      <InPartsDialog
        title="5 leads toewijzen"
        rows={rows}
        nameOf={({ name }) => name}
        mostAtOnce={2}
        nouns={['Lead', 'leads']}
        done="toegewezen"
        submit="Toewijzen"
        fallback="Er is een fout opgetreden"
        validate={() => true}
        work={(ids) => {
          parts.push(ids)
          return new Promise((resolve, reject) => {
            release = resolve
            fail = reject
          })
        }}
        onDone={() => ended.push('done')}
        onClose={() => ended.push('closed')}
      >
        {() => <p>Aan wie?</p>}
      </InPartsDialog>
      <Toaster />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Toewijzen' }))
  const progress = await screen.findByRole('progressbar', { name: '0 van 5 leads toegewezen' })
  release([{ id: 'l-2', message: 'Deze lead is al omgezet.' }])
  await waitFor(() => expect(progress.getAttribute('aria-label')).toBe('2 van 5 leads toegewezen'))
  expect(progress.getAttribute('aria-valuenow')).toBe('40')
  await user.click(screen.getByRole('button', { name: 'Stoppen' }))
  fail(new TypeError('Failed to fetch'))
  const alert = within(await screen.findByRole('alert'))
  alert.getByText(/^Gestopt na 2 van 5 leads: /)
  alert.getByText('Klant 2: Deze lead is al omgezet.')
  await user.click(screen.getByRole('button', { name: 'Verder gaan' }))
  await waitFor(() => expect(parts).toHaveLength(3))
  release([])
  await waitFor(() => expect(parts).toHaveLength(4))
  release([])
  await screen.findByText('4 leads toegewezen', { selector: '.pv-toast-title' })
  expect(parts).toEqual([['l-1', 'l-2'], ['l-3', 'l-4'], ['l-3', 'l-4'], ['l-5']])
  within(screen.getByRole('alert')).getByText('Klant 2: Deze lead is al omgezet.')
  expect(ended).toEqual([])
})

test('Ctrl Enter in a field of a dialog that works in parts starts the work', async () => {
  const user = userEvent.setup()
  const parts: (readonly string[])[] = []
  render(
    <InPartsDialog
      title="Leads toewijzen"
      rows={rows}
      nameOf={({ name }) => name}
      mostAtOnce={5}
      nouns={['Lead', 'leads']}
      done="toegewezen"
      submit="Toewijzen"
      fallback="Er is een fout opgetreden"
      validate={() => true}
      work={async (ids) => {
        parts.push(ids)
        return []
      }}
      onDone={() => {}}
      onClose={() => {}}
    >
      {() => <input aria-label="Agent" />}
    </InPartsDialog>,
  )
  await user.click(screen.getByLabelText('Agent'))
  await user.keyboard('{Enter}')
  expect(parts).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(parts).toEqual([rows.map(({ id }) => id)]))
})
