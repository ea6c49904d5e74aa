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
