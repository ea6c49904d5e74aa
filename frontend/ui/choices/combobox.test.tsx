// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import type { ComboboxOption, OptionSource } from './combobox-types.ts'
import './combobox-panel.tsx'
import { Field } from '../fields/field.tsx'
import '../jsdom-gaps.ts'
import { MultiCombobox } from './multi-combobox.tsx'

afterEach(cleanup)

const people: ComboboxOption[] = [
  { value: 'a', label: 'Sophie van Dam', hint: 'Roermond' },
  { value: 'b', label: 'André Çelik' },
  { value: 'c', label: 'Tim Kuiper', keywords: ['leider'] },
  ...Array.from({ length: 200 }, (_, index) => ({ value: `p${index}`, label: `Persoon ${index}` })),
]

interface ExampleProps {
  readonly onChange?: (value: string) => void
  readonly onSearch?: (text: string) => void
  readonly options?: readonly ComboboxOption[]
  readonly source?: OptionSource
  readonly clearable?: boolean
  readonly start?: string
}

function Example({ onChange, options = people, start = '', ...rest }: ExampleProps) {
  const [value, setValue] = useState(start)
  return (
    <Field label="Adviseur">
      <Combobox
        {...rest}
        value={value}
        options={options}
        searchPlaceholder="Zoek op naam"
        onChange={(next) => {
          setValue(next)
          onChange?.(next)
        }}
      />
    </Field>
  )
}

const sourceOf = (is: Partial<OptionSource>): OptionSource => ({
  ...{ isPending: false, isFetching: false, isError: false, refetch: () => {} },
  ...is,
})

const button = () => screen.getByRole('combobox', { name: 'Adviseur' })
const search = () => screen.findByRole('combobox', { name: 'Zoek op naam' })
const names = () => screen.getAllByRole('option').map((option) => option.textContent)

describe('a combobox', () => {
  it('opens by typing, searches without accents and chooses with Enter', async () => {
    const change = vi.fn()
    render(<Example onChange={change} />)
    button().focus()
    await userEvent.keyboard('c')
    const input = (await search()) as HTMLInputElement
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(input.value).toBe('c')
    await userEvent.type(input, 'eli')
    await waitFor(() => expect(names()).toEqual(['André Çelik']))
    await userEvent.keyboard('{Enter}')
    expect(change).toHaveBeenCalledExactlyOnceWith('b')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(document.activeElement).toBe(button())
    expect(button().textContent).toContain('André Çelik')
  })

  it('moves with the arrows and leaves with Escape, focus back on the button', async () => {
    const change = vi.fn()
    render(<Example start="a" onChange={change} />)
    button().focus()
    await userEvent.keyboard('{ArrowDown}')
    await search()
    const active = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')
    await waitFor(() => expect(active()?.textContent).toContain('Sophie van Dam'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()?.textContent).toContain('Tim Kuiper')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(change).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button())
  })

  it('finds by hint and keyword, and says when nothing matches', async () => {
    render(<Example />)
    await userEvent.click(button())
    const input = await search()
    await userEvent.type(input, 'roerm')
    await waitFor(() => expect(names()).toEqual(['Sophie van DamRoermond']))
    await userEvent.clear(input)
    await userEvent.type(input, 'leider')
    await waitFor(() => expect(names()).toEqual(['Tim Kuiper']))
    await userEvent.type(input, 'zzz')
    const nothing = await screen.findByText('Niets gevonden')
    expect(nothing.closest('[role="listbox"]'), 'a listbox holds options only').toBeNull()
  })

  it('says that a chosen option is still loading', () => {
    const { rerender } = render(<Example start="a" options={[]} source={sourceOf({ isPending: true })} />)
    expect(button().textContent).toBe('Laden…')
    rerender(<Example start="a" source={sourceOf({})} />)
    expect(button().textContent).toBe('Sophie van Dam')
  })

  it('leaves searching to the caller and shows progress', async () => {
    const onSearch = vi.fn()
    render(<Example onSearch={onSearch} source={sourceOf({ isPending: true, isFetching: true })} />)
    await userEvent.click(button())
    await userEvent.type(await search(), 'xyz')
    expect(onSearch).toHaveBeenLastCalledWith('xyz')
    expect(screen.getAllByRole('option').length).toBe(people.length)
    const list = screen.getByRole('listbox')
    expect(list.getAttribute('aria-busy')).toBe('true')
    expect(within(list).queryByText('Laden…'), 'a listbox holds options only').toBeNull()
    expect(screen.getByText('Laden…')).toBeTruthy()
  })

  it('reports that its options could not be loaded, and retries on request', async () => {
    const refetch = vi.fn()
    const { rerender } = render(<Example options={[]} source={sourceOf({ isError: true, refetch })} />)
    await userEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toContain('Laden is niet gelukt')
    expect(screen.queryByText('Niets gevonden')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
    expect(refetch).toHaveBeenCalledOnce()
    rerender(<Example options={[]} source={sourceOf({ isError: true, isFetching: true, refetch })} />)
    expect([screen.queryByRole('alert'), screen.getByText('Laden…').textContent]).toEqual([null, 'Laden…'])
    rerender(<Example source={sourceOf({})} />)
    expect(screen.getAllByRole('option').length).toBe(people.length)
  })

  it('clears its choice', async () => {
    const change = vi.fn()
    render(<Example start="a" onChange={change} clearable />)
    await userEvent.click(screen.getByRole('button', { name: 'Keuze wissen' }))
    expect(change).toHaveBeenCalledWith('')
    expect(document.activeElement).toBe(button())
    expect(screen.queryByRole('button', { name: 'Keuze wissen' })).toBeNull()
  })
})

function SeveralExample() {
  const [values, setValues] = useState<string[]>([])
  return (
    <Field label="Adviseur">
      <MultiCombobox
        values={values}
        onChange={setValues}
        options={people}
        many="adviseurs"
        placeholder="Alle adviseurs"
        searchPlaceholder="Zoek op naam"
      />
    </Field>
  )
}

describe('a combobox of several', () => {
  it('opens by typing, stays open for the next choice, and closes with Escape', async () => {
    const user = userEvent.setup()
    render(<SeveralExample />)
    expect(button().textContent).toBe('Alle adviseurs')
    button().focus()
    await user.keyboard('t')
    await search()
    await user.keyboard('im{Enter}')
    expect(button().textContent).toContain('Tim Kuiper')
    await user.clear(await search())
    await user.keyboard('andre{Enter}')
    expect(button().textContent).toContain('2 adviseurs')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Zoek op naam' })).toBeNull())
  })
})
