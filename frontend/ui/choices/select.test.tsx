// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { OptionSource } from './combobox-types.ts'
import { Select } from './select.tsx'

afterEach(cleanup)

const calm = { isPending: false, isFetching: false, isError: false }

it('a select reports that its options could not be loaded, and retries on request without choosing', async () => {
  const [refetch, onChange] = [vi.fn(), vi.fn()]
  const select = (source: Partial<OptionSource>, options: { value: string; label: string }[] = []) => (
    <Select
      aria-label="Team"
      value=""
      onChange={onChange}
      options={options}
      source={{ ...calm, refetch, ...source }}
      placeholder="Alle teams"
    />
  )
  const lines = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  const { rerender } = render(select({ isPending: true, isFetching: true }))
  expect(lines()).toEqual(['Alle teams', 'Laden…'])
  rerender(select({ isError: true }))
  const failed = within(screen.getByRole('group', { name: 'Laden is niet gelukt' }))
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Team' }),
    failed.getByRole('option', { name: 'Opnieuw proberen' }),
  )
  expect([refetch.mock.calls.length, onChange.mock.calls.length]).toEqual([1, 0])
  expect((screen.getByRole('combobox', { name: 'Team' }) as HTMLSelectElement).value).toBe('')
  rerender(select({}, [{ value: '1', label: 'Noord' }]))
  expect(lines()).toEqual(['Alle teams', 'Noord'])
})
