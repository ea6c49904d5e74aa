// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../buttons/button.tsx'
import { Field } from '../fields/field.tsx'
import { Confirm } from './alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from './dialog.tsx'
import '../jsdom-gaps.ts'
import { TextInput } from '../fields/text-input.tsx'
import { Menu, MenuItem } from '../menus/menu.tsx'
import { dismissToast, toast } from '../messages/toast.ts'
import '../messages/toast-view.tsx'
import { Toaster } from '../messages/toaster.tsx'

afterEach(() => {
  cleanup()
  dismissToast()
})

function Example() {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button onClick={() => setOpen(true)}>Nieuw team</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Nieuw team"
        description="Voor beide kantoren"
        dirty={name !== ''}
      >
        <DialogBody>
          <Field label="Teamnaam">
            <TextInput value={name} onChange={setName} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button tone="primary">Opslaan</Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}

const opener = () => screen.getByText('Nieuw team', { selector: 'button' })
const open = async () => {
  await userEvent.click(opener())
  await screen.findByRole('dialog', { name: 'Nieuw team', description: 'Voor beide kantoren' })
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a dialog', () => {
  it('focuses its first field and gives focus back', async () => {
    render(<Example />)
    await open()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Teamnaam' }))
    await userEvent.keyboard('{Escape}')
    await gone()
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('closes with one Escape while a toast is shown', async () => {
    render(
      <>
        <Toaster />
        <Example />
      </>,
    )
    await open()
    act(() => toast({ title: 'Ingelogd' }))
    await screen.findByText('Ingelogd', { selector: '.pv-toast-title' })
    await userEvent.keyboard('{Escape}')
    await gone()
  })

  it('asks once about unsaved input while a toast is shown', async () => {
    render(
      <>
        <Toaster />
        <Example />
      </>,
    )
    await open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Teamnaam' }), 'Noord')
    act(() => toast({ title: 'Ingelogd' }))
    await screen.findByText('Ingelogd', { selector: '.pv-toast-title' })
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
    act(() => toast({ title: 'Bijgewerkt' }))
    await screen.findByText('Bijgewerkt', { selector: '.pv-toast-title' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Nieuw team' })).toBeTruthy()
  })

  it('has no page landmarks', async () => {
    render(<Example />)
    await open()
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })

  it('keeps Tab within', async () => {
    render(<Example />)
    await open()
    for (let step = 0; step < 6; step++) {
      await userEvent.tab()
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    }
  })

  it.each(['Sluiten', 'Annuleren'])('closes with %s', async (name) => {
    render(<Example />)
    await open()
    await userEvent.click(screen.getByRole('button', { name }))
    await gone()
  })

  it.each(['Escape', 'Sluiten', 'Annuleren'])('asks before %s discards input', async (way) => {
    render(<Example />)
    await open()
    await userEvent.type(screen.getByRole('textbox'), 'Zuid')
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await userEvent.click(screen.getByRole('button', { name: way }))
    const question = await screen.findByRole('alertdialog', { name: 'Wijzigingen weggooien?' })
    expect(document.activeElement?.textContent).toBe('Verder bewerken')
    await userEvent.click(screen.getByRole('button', { name: 'Verder bewerken' }))
    await waitFor(() => expect(question.isConnected).toBe(false))
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('Zuid')
    await userEvent.click(screen.getByRole('button', { name: 'Annuleren' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Weggooien' }))
    await gone()
  })

  it('writes no style element, which the content security policy would refuse', async () => {
    render(<Example />)
    const before = document.querySelectorAll('style').length
    await open()
    expect(document.querySelectorAll('style').length).toBe(before)
  })
})

function MenuExample() {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Menu trigger={<Button>Meer</Button>}>
        <MenuItem onSelect={() => setAsked(true)}>Verwijderen</MenuItem>
      </Menu>
      {asked && <Confirm onOpenChange={setAsked} title="Verwijderen?" confirmText="Ja" onConfirm={vi.fn()} />}
    </>
  )
}

describe('a question before a deletion', () => {
  it('gives focus back to the button of the menu that asked it', async () => {
    render(<MenuExample />)
    await userEvent.click(screen.getByRole('button', { name: 'Meer' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Verwijderen' }))
    await screen.findByRole('alertdialog', { name: 'Verwijderen?' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Meer' })))
  })

  it('stays busy until it is done, runs once and closes', async () => {
    let finish = () => {}
    const remove = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const change = vi.fn()
    render(
      <Confirm onOpenChange={change} title="Team Zuid verwijderen?" confirmText="Verwijderen" onConfirm={remove} />,
    )
    expect(document.activeElement?.textContent).toBe('Annuleren')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Verwijderen' }))
    await userEvent.keyboard('{Escape}')
    expect(remove).toHaveBeenCalledTimes(1)
    expect(change).not.toHaveBeenCalled()
    finish()
    await waitFor(() => expect(change).toHaveBeenCalledExactlyOnceWith(false))
  })
})
