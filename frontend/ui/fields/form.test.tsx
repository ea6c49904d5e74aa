// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { DateField } from '../dates/date-field.tsx'
import { Checkbox } from './checkbox.tsx'
import { Form, FormField, SubmitButton, useZodForm } from './form.tsx'
import '../jsdom-gaps.ts'
import { NumberInput } from './number-input.tsx'
import { TextInput } from './text-input.tsx'

afterEach(cleanup)

const Sale = z
  .object({
    name: z.string().trim().min(1, 'Vul de naam van de klant in.'),
    city: z.string().trim().min(2, 'Vul een plaats in.'),
    date: z.iso.date('Datum is verplicht'),
    amount: z.number('Bedrag is verplicht').nullable(),
    agreed: z.boolean(),
    hidden: z.string(),
  })
  .refine(({ hidden }) => hidden !== 'fout', { path: ['hidden'], message: 'Onzichtbaar veld klopt niet.' })
type Sale = z.output<typeof Sale>

interface ExampleProps {
  readonly onSubmit: (sale: Sale) => unknown
  readonly onFailure?: (error: unknown) => void
  readonly values?: Partial<Sale>
  readonly isWaiting?: boolean
}

function Example({ onSubmit, onFailure, values, isWaiting = false }: ExampleProps) {
  const form = useZodForm(Sale, {
    defaultValues: { name: '', city: 'Roermond', date: '', amount: null, agreed: false, hidden: '', ...values },
  })
  return (
    <Form form={form} onSubmit={onSubmit} {...(onFailure ? { onFailure } : {})}>
      <FormField form={form} name="name" label="Klant">
        {(field) => <TextInput {...field} />}
      </FormField>
      <FormField form={form} name="city" label="Plaats">
        {(field) => <TextInput {...field} />}
      </FormField>
      <FormField form={form} name="date" label="Datum">
        {(field) => <DateField {...field} />}
      </FormField>
      <FormField form={form} name="amount" label="Bedrag">
        {(field) => <NumberInput {...field} decimals={2} />}
      </FormField>
      <FormField form={form} name="agreed">
        {(field) => <Checkbox {...field} label="Akkoord" />}
      </FormField>
      <SubmitButton disabled={isWaiting}>Opslaan</SubmitButton>
    </Form>
  )
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
const box = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement

describe('sending a form', () => {
  it('sends on Ctrl with Enter, unless the button is disabled', async () => {
    const submit = vi.fn()
    const values = { name: 'Jansen', date: '2026-11-24', amount: 1 }
    const { rerender } = render(<Example onSubmit={submit} values={values} isWaiting />)
    await userEvent.type(box('Klant'), '{Control>}{Enter}{/Control}')
    rerender(<Example onSubmit={submit} values={values} />)
    expect(submit).not.toHaveBeenCalled()
    await userEvent.type(box('Klant'), '{Control>}{Enter}{/Control}')
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  })

  it('puts errors under their fields, focuses the first on screen and sends nothing', async () => {
    const submit = vi.fn()
    render(<Example onSubmit={submit} values={{ city: 'R' }} />)
    await save()
    await waitFor(() => expect(document.activeElement).toBe(box('Klant')))
    expect(screen.getByRole('textbox', { name: 'Klant', description: 'Vul de naam van de klant in.' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Plaats', description: 'Vul een plaats in.' })).toBeTruthy()
    expect(box('Klant').getAttribute('aria-invalid')).toBe('true')
    expect(submit).not.toHaveBeenCalled()
  })

  it('submits the output of the schema', async () => {
    const submit = vi.fn()
    render(<Example onSubmit={submit} />)
    await userEvent.type(box('Klant'), '  Bakker ')
    await userEvent.type(box('Datum'), '1-2-26')
    await userEvent.type(box('Bedrag'), '1.234,5')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Akkoord' }))
    await save()
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
    expect(submit.mock.calls[0]?.[0]).toEqual({
      name: 'Bakker',
      city: 'Roermond',
      date: '2026-02-01',
      amount: 1234.5,
      agreed: true,
      hidden: '',
    })
    expect(box('Datum').value).toBe('01-02-2026')
    expect(box('Bedrag').value).toBe('1234,50')
  })

  it('cannot be sent twice at once', async () => {
    let finish = () => {}
    const submit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    render(<Example onSubmit={submit} values={{ name: 'Bakker', date: '2026-02-01' }} />)
    await userEvent.dblClick(screen.getByRole('button', { name: 'Opslaan' }))
    await userEvent.type(box('Klant'), '{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Opslaan' }).getAttribute('aria-busy')).toBe('true'))
    expect(submit).toHaveBeenCalledTimes(1)
    finish()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Opslaan' }).getAttribute('aria-busy')).toBeNull())
  })
})

describe('a refusal by the server or the schema', () => {
  const refusal = (errors?: Record<string, string[]>) => Object.assign(new Error('Dat mag niet.'), errors && { errors })

  it('is under its field, keeps the input and moves focus there', async () => {
    const submit = () => Promise.reject(refusal({ city: ['Deze plaats kennen we niet.'] }))
    render(<Example onSubmit={submit} values={{ date: '2026-02-01' }} />)
    await userEvent.type(box('Klant'), 'Bakker')
    await save()
    await waitFor(() => expect(document.activeElement).toBe(box('Plaats')))
    expect(screen.getByRole('textbox', { name: 'Plaats', description: 'Deze plaats kennen we niet.' })).toBeTruthy()
    expect(box('Klant').value).toBe('Bakker')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is above the form when its field is not shown', async () => {
    const submit = () => Promise.reject(refusal({ teamId: ['Kies een team.'] }))
    render(<Example onSubmit={submit} values={{ name: 'Bakker', date: '2026-02-01' }} />)
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Kies een team.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
  })

  it('without fields is above the form, or passed to the screen', async () => {
    const failure = vi.fn()
    const values = { name: 'Bakker', date: '2026-02-01' }
    const { unmount } = render(<Example onSubmit={() => Promise.reject(refusal())} values={values} />)
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Dat mag niet.')
    unmount()
    render(<Example onSubmit={() => Promise.reject(refusal())} onFailure={failure} values={values} />)
    await save()
    await waitFor(() => expect(failure).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows the schema’s error for a field that is not shown', async () => {
    const submit = vi.fn()
    render(<Example onSubmit={submit} values={{ name: 'Bakker', date: '2026-02-01', hidden: 'fout' }} />)
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Onzichtbaar veld klopt niet.')
    expect(submit).not.toHaveBeenCalled()
  })
})
