// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import './jsdom-gaps.ts'
import './toast-view.tsx'
import { currentToast, dismissToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

afterEach(() => {
  cleanup()
  dismissToast()
})

const say = (title: string) => act(() => toast({ title }))

describe('toasts', () => {
  it('shows one at a time: a new one takes the place of the old', async () => {
    render(<Toaster />)
    say('Afspraak aangemaakt')
    await screen.findByText('Afspraak aangemaakt', { selector: '.pv-toast-title' })
    say('Afspraak verwijderd')
    await screen.findByText('Afspraak verwijderd', { selector: '.pv-toast-title' })
    expect(document.querySelectorAll('.pv-toast').length).toBe(1)
  })

  it('stays five seconds unless told otherwise', () => {
    toast({ title: 'Team bijgewerkt' })
    expect(currentToast()?.duration).toBe(5000)
    toast({ title: 'Session verlopen', duration: 60_000 })
    expect(currentToast()?.duration).toBe(60_000)
  })

  it('goes away by itself, and when closed', async () => {
    render(<Toaster />)
    act(() => toast({ title: 'Even', duration: 20 }))
    await waitFor(() => expect(currentToast()).toBeNull())
    say('Fout')
    await userEvent.click(await screen.findByRole('button', { name: 'Melding sluiten' }))
    await waitFor(() => expect(document.querySelector('.pv-toast')).toBeNull())
  })

  it('stands in a region with a Dutch name', async () => {
    render(<Toaster />)
    say('Opgeslagen')
    expect(await screen.findByRole('region', { name: /^Meldingen/ })).toBeTruthy()
  })

  it('is not taken away by the closing of one before it', () => {
    toast({ title: 'Eerste' })
    const first = currentToast()?.id
    toast({ title: 'Tweede' })
    dismissToast(first)
    expect(currentToast()?.title).toBe('Tweede')
  })
})
