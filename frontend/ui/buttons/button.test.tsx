// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CopyButton } from '../display/copy-button.tsx'
import { CodeInput } from '../fields/code-input.tsx'
import { Field } from '../fields/field.tsx'
import { PasswordInput } from '../fields/password-input.tsx'
import { dismissToast, getCurrentToast } from '../messages/toast.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

afterEach(() => {
  cleanup()
  dismissToast()
})

describe('a button', () => {
  it('runs once while its promise is pending, and again afterwards', async () => {
    let finish = () => {}
    const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    render(<Button onClick={work}>Opslaan</Button>)
    const button = screen.getByRole('button', { name: 'Opslaan' })
    await userEvent.dblClick(button)
    expect(work).toHaveBeenCalledTimes(1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(button)
    finish()
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    await userEvent.click(button)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('becomes usable again when its promise fails', async () => {
    const work = vi.fn(() => Promise.reject(new Error('nee')))
    render(<Button onClick={work}>Opslaan</Button>)
    await userEvent.click(screen.getByRole('button'))
    await userEvent.click(screen.getByRole('button'))
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('submits nothing while busy, and shows its busy text', async () => {
    const submit = vi.fn((event: Event) => event.preventDefault())
    render(
      <form
        ref={(form) => {
          form?.addEventListener('submit', submit)
        }}
      >
        <Button type="submit" busy busyText="Inloggen...">
          Inloggen
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Inloggen...' }))
    expect(submit).not.toHaveBeenCalled()
  })

  it('with only an icon is named by its label', () => {
    render(<IconButton label="Verwijderen" icon={<i />} />)
    expect(screen.getByRole('button', { name: 'Verwijderen' })).toBeTruthy()
  })
})

describe('copying', () => {
  it('reports success and failure', async () => {
    const user = userEvent.setup()
    render(<CopyButton text="pvk_1" label="API key kopiëren" />)
    await user.click(screen.getByRole('button', { name: 'API key kopiëren' }))
    expect(await navigator.clipboard.readText()).toBe('pvk_1')
    expect(getCurrentToast()?.title).toBe('Gekopieerd')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(getCurrentToast()?.title).toBe('Kon niet kopiëren naar klembord'))
  })
})

describe('inputs', () => {
  it('connects label, hint and error to the control', () => {
    render(
      <Field label="Code" hint="Zes tekens" error="Voer verificatiecode in" required>
        <CodeInput value="" onChange={() => {}} />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Code', description: 'Voer verificatiecode in Zes tekens' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBe('true')
    expect(input.getAttribute('autocomplete')).toBe('one-time-code')
  })

  it('keeps the first six letters and digits of a code, in upper case', async () => {
    const change = vi.fn()
    render(<CodeInput aria-label="Code" value="" onChange={change} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('textbox'))
    await user.paste(' ab-12 cd34')
    expect(change).toHaveBeenLastCalledWith('AB12CD')
  })

  it('shows and hides a password', async () => {
    render(
      <Field label="Wachtwoord">
        <PasswordInput autoComplete="current-password" value="geheim" onChange={() => {}} />
      </Field>,
    )
    const input = screen.getByLabelText('Wachtwoord')
    expect(input.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord tonen' }))
    expect(input.getAttribute('type')).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord verbergen' }))
    expect(input.getAttribute('type')).toBe('password')
  })
})
