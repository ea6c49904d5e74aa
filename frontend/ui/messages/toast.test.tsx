// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import '../jsdom-gaps.ts'
import './toast-view.tsx'
import { dismissToast, getCurrentToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

afterEach(() => {
  cleanup()
  dismissToast()
})

const say = (title: string) => act(() => toast({ title }))

describe('toasts', () => {
  it('shows one at a time: a new one replaces the old', async () => {
    render(<Toaster />)
    say('Afspraak aangemaakt')
    await screen.findByText('Afspraak aangemaakt', { selector: '.pv-toast-title' })
    say('Afspraak verwijderd')
    await screen.findByText('Afspraak verwijderd', { selector: '.pv-toast-title' })
    expect(document.querySelectorAll('.pv-toast').length).toBe(1)
  })

  it('stays five seconds by default', () => {
    toast({ title: 'Team bijgewerkt' })
    expect(getCurrentToast()?.duration).toBe(5000)
    toast({ title: 'Session verlopen', duration: 60_000 })
    expect(getCurrentToast()?.duration).toBe(60_000)
  })

  it('disappears by itself, and when closed', async () => {
    render(<Toaster />)
    act(() => toast({ title: 'Even', duration: 20 }))
    await waitFor(() => expect(getCurrentToast()).toBeNull())
    say('Fout')
    await userEvent.click(await screen.findByRole('button', { name: 'Melding sluiten' }))
    await waitFor(() => expect(document.querySelector('.pv-toast')).toBeNull())
  })

  it('is in a region with a Dutch name', async () => {
    render(<Toaster />)
    say('Opgeslagen')
    expect(await screen.findByRole('region', { name: /^Meldingen/ })).toBeTruthy()
  })

  it('is not removed by the closing of an earlier one', () => {
    toast({ title: 'Eerste' })
    const first = getCurrentToast()?.id
    toast({ title: 'Tweede' })
    dismissToast(first)
    expect(getCurrentToast()?.title).toBe('Tweede')
  })
})
