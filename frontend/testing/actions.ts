import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { getField, getTextbox } from './queries.ts'

/** Replaces the values of a dialog's fields, by their labels. */
export async function fillFields(user: UserEvent, dialog: HTMLElement, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await user.clear(getField(dialog, label))
    if (value) await user.type(getField(dialog, label), value)
  }
}

/** Types texts into the fields of a dialog, by their labels. */
export async function typeTexts(user: UserEvent, dialog: HTMLElement, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await user.type(getTextbox(dialog, label), text)
}

/** Presses a button within an element; `name` is the name of the button. */
export const press = (user: UserEvent, within_: HTMLElement, name: string | RegExp) =>
  user.click(within(within_).getByRole('button', { name }))

/** Opens the filters behind the button of a list, and returns their dialog. */
export async function openFilters(user: UserEvent): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: /^Filters( \(\d\))?$/ }))
  return screen.findByRole('dialog', { name: 'Filters' })
}

/** Chooses an action in the menu of a list. */
export async function chooseMore(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(within(await screen.findByRole('dialog', { name: 'Meer' })).getByRole('button', { name }))
}
