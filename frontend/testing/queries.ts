import { screen, within } from '@testing-library/react'

/** Finds a button on the screen by its name. */
export const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Finds a dialog on the screen by its title. */
export const dialogOf = (name: string) => screen.findByRole('dialog', { name })

/** Finds a text field of a dialog by its label. */
export const box = (dialog: HTMLElement, name: string | RegExp) => within(dialog).getByRole('textbox', { name })

/** Finds a table row on the screen by its text. */
export const row = (name: string | RegExp) => screen.findByRole('row', { name })

/** Finds the toast on the screen by its title. */
export const findToast = (title: string) => screen.findByText(title, { selector: '.pv-toast-title' })
