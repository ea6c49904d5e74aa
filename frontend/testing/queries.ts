import { screen, within } from '@testing-library/react'

/** Finds a button by its name. */
export const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Finds a dialog by its title. */
export const dialogOf = (name: string) => screen.findByRole('dialog', { name })

/** Returns a text field of a dialog by its label. */
export const box = (dialog: HTMLElement, name: string | RegExp) => within(dialog).getByRole('textbox', { name })

/** Finds a row of a table by its text. */
export const row = (name: string | RegExp) => screen.findByRole('row', { name })

/** Finds the toast that reports the result of an action. */
export const findToast = (title: string) => screen.findByText(title, { selector: '.pv-toast-title' })
