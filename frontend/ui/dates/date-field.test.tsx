// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DateField } from './date-field.tsx'
import './date-panel.tsx'
import { Field } from '../fields/field.tsx'
import '../jsdom-gaps.ts'
import { TimeField } from './time-field.tsx'

afterEach(cleanup)

function Example({ start = '', onChange }: { readonly start?: string; readonly onChange?: (value: string) => void }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <Field label="Datum">
        <DateField
          value={value}
          onChange={(next) => {
            setValue(next)
            onChange?.(next)
          }}
        />
      </Field>
      <button type="button" onClick={() => setValue('2027-01-05')}>
        Zet
      </button>
    </>
  )
}

const input = () => screen.getByRole('textbox', { name: 'Datum' }) as HTMLInputElement

describe('a date field', () => {
  it('shows the date as dd-mm-jjjj and returns yyyy-mm-dd', async () => {
    const change = vi.fn()
    render(<Example start="2026-11-24" onChange={change} />)
    expect(input().value).toBe('24-11-2026')
    await userEvent.clear(input())
    expect(change).toHaveBeenLastCalledWith('')
    await userEvent.type(input(), '1-2-26')
    expect(change).toHaveBeenLastCalledWith('2026-02-01')
    expect(input().value).toBe('1-2-26')
    await userEvent.tab()
    expect(input().value).toBe('01-02-2026')
  })

  it('keeps unreadable text, reports it and returns it', async () => {
    const change = vi.fn()
    render(<Example onChange={change} />)
    await userEvent.type(input(), '31-02-2026')
    await userEvent.tab()
    expect(input().value).toBe('31-02-2026')
    expect(change).toHaveBeenLastCalledWith('31-02-2026')
    const problem = screen.getByText(/^Vul een bestaande datum in/)
    expect(problem.textContent).toBe('Vul een bestaande datum in, zoals 21-11-2026')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(input())
    expect(input().getAttribute('aria-invalid')).toBe('false')
  })

  it('follows a value set elsewhere', async () => {
    render(<Example />)
    await userEvent.type(input(), 'mor')
    await userEvent.click(screen.getByRole('button', { name: 'Zet' }))
    expect(input().value).toBe('05-01-2027')
  })

  it("offers 'Vandaag' in its calendar only when that day is allowed", async () => {
    const opened = async (limits: { readonly min?: string; readonly max?: string }) => {
      render(<DateField value="" onChange={() => {}} aria-label="Dag" {...limits} />)
      await userEvent.click(screen.getByRole('textbox'))
      await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
      const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Vandaag' })
      await waitFor(() => expect(document.activeElement?.hasAttribute('data-date')).toBe(true))
      const day = document.activeElement?.getAttribute('data-date')
      cleanup()
      return [button.disabled, day]
    }
    expect(await opened({})).toEqual([false, expect.any(String)])
    expect(await opened({ max: '2020-01-01' })).toEqual([true, '2020-01-01'])
    expect(await opened({ min: '2999-01-01' })).toEqual([true, '2999-01-01'])
  })

  it('is chosen from a calendar by keyboard; focus returns to the field', async () => {
    const change = vi.fn()
    render(<Example start="2026-11-24" onChange={change} />)
    await userEvent.click(input())
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    const chosen = await screen.findByRole('button', { name: 'dinsdag 24 november 2026', pressed: true })
    await waitFor(() => expect(document.activeElement).toBe(chosen))
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('woensdag 2 december 2026')
    await userEvent.keyboard('{Home}{PageDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('woensdag 30 december 2026')
    await userEvent.keyboard('{Enter}')
    expect(change).toHaveBeenLastCalledWith('2026-12-30')
    expect(input().value).toBe('30-12-2026')
    await waitFor(() => expect(document.activeElement).toBe(input()))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes its calendar with Escape', async () => {
    render(<Example start="2026-11-24" />)
    await userEvent.click(screen.getByRole('button', { name: 'Kalender openen' }))
    await screen.findByRole('dialog', { name: 'Kies een datum' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(input())
  })
})

describe('a time field', () => {
  it('completes short times', async () => {
    const change = vi.fn()
    const Held = () => {
      const [value, setValue] = useState('')
      return (
        <TimeField
          aria-label="Tijd"
          value={value}
          onChange={(next) => {
            setValue(next)
            change(next)
          }}
        />
      )
    }
    render(<Held />)
    const time = screen.getByRole('textbox', { name: 'Tijd' }) as HTMLInputElement
    await userEvent.type(time, '930')
    expect(change).toHaveBeenLastCalledWith('09:30')
    await userEvent.tab()
    expect(time.value).toBe('09:30')
  })
})
