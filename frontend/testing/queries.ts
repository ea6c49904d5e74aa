import { screen, within } from '@testing-library/react'

/** Finds a button on the screen by its name. */
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name })

/** Finds a dialog on the screen by its title. */
export const findDialog = (name: string) => screen.findByRole('dialog', { name })

/** Finds a text field of a dialog by its label. */
export const getTextbox = (dialog: HTMLElement, name: string | RegExp) => within(dialog).getByRole('textbox', { name })

/** Finds a table row on the screen by its text. */
export const findRow = (name: string | RegExp) => screen.findByRole('row', { name })

/** Finds the toast on the screen by its title. */
export const findToast = (title: string) => screen.findByText(title, { selector: '.pv-toast-title' })

/** Finds a table row on the screen by a part of its text. */
export const findRowContaining = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

/** Returns the text of an element, such as an amount in euros, with plain spaces in place of non-breaking ones. */
export const plainTextOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')

/** Finds a field of a dialog by its label. */
export const getField = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText<HTMLInputElement>(label)

/** Returns a text, such as an amount in euros, with plain spaces in place of non-breaking ones. */
export const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
