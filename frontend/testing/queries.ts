import { screen, within } from '@testing-library/react'

/** Finds a button by what it is called. */
export const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Finds a dialog by its title. */
export const dialogOf = (name: string) => screen.findByRole('dialog', { name })

/** Returns a text field of a dialog by its label. */
export const box = (dialog: HTMLElement, name: string | RegExp) => within(dialog).getByRole('textbox', { name })

/** Finds a row of a table by what stands in it. */
export const row = (name: string | RegExp) => screen.findByRole('row', { name })

/** Finds the message that an action ends with. */
export const told = (title: string) => screen.findByText(title, { selector: '.pv-toast-title' })
