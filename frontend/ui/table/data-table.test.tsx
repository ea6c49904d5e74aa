// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BulkAction } from './bulk-bar.tsx'
import { DataTable } from './data-table.tsx'
import { CardRow } from './data-table-card.tsx'
import type { Column, DataTableProps, ListState } from './data-table-types.ts'
import '../jsdom-gaps.ts'
import './virtual-rows.tsx'

interface Team {
  readonly id: string
  readonly name: string
  readonly members: number | null
}

const teams: Team[] = [
  { id: '1', name: 'Émile 10', members: 4 },
  { id: '2', name: 'Zuid', members: null },
  { id: '3', name: 'emile 9', members: 12 },
]

const columns: Column<Team>[] = [
  { id: 'name', header: 'Naam', sortBy: (team) => team.name, cell: (team) => team.name },
  {
    id: 'members',
    header: 'Leden',
    width: 90,
    align: 'end',
    sortBy: (team) => team.members,
    cell: (team) => team.members,
  },
  { id: 'edit', header: 'Acties', headerHidden: true, cell: () => <button type="button">Bewerken</button> },
]

const filled = (rows: readonly Team[] = teams): ListState<Team> => ({
  data: rows,
  isPending: false,
  isError: false,
  refetch: () => {},
})

function Example(props: Partial<DataTableProps<Team>>) {
  return (
    <DataTable
      list={filled()}
      columns={columns}
      rowId={(team) => team.id}
      label="Teams"
      card={(team) => <CardRow title={team.name} meta={`${team.members ?? 'geen'} leden`} />}
      empty={{ title: 'Geen teams gevonden' }}
      {...props}
    />
  )
}

/** Makes media queries answer as on a phone, or not. */
function phone(is: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: is && query.includes('767'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

beforeEach(() => phone(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bodyRows = () => screen.getAllByRole('row').slice(1)
const names = () => bodyRows().map((row) => row.querySelector('td:not(.pv-cell-select)')?.textContent)

it('has one Tab stop for its titles, and goes along the rows by J and K', async () => {
  render(<Example onOpen={() => {}} />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Naam')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Leden')
  await userEvent.tab()
  expect(document.activeElement).toBe(bodyRows()[0])
  act(() => (document.activeElement as HTMLElement).blur())
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(bodyRows()[0])
  await userEvent.keyboard('jj')
  expect(document.activeElement).toBe(bodyRows()[2])
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(bodyRows()[1])
})

describe('the states of a list', () => {
  it('shows its columns and a busy state while loading', () => {
    render(<Example list={{ isPending: true, isError: false, refetch: () => {} }} count={() => 'nooit'} />)
    expect(screen.getByRole('columnheader', { name: 'Leden' })).toBeTruthy()
    expect(screen.getByRole('table').closest('[aria-busy="true"]')).toBeTruthy()
    expect(screen.queryByText('nooit')).toBeNull()
  })

  it('says that the list is empty', () => {
    render(<Example list={filled([])} />)
    expect(screen.getByText('Geen teams gevonden')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Filters wissen' })).toBeNull()
  })

  it('offers to clear filters that leave nothing', async () => {
    const reset = vi.fn()
    render(<Example list={filled([])} filtered onReset={reset} />)
    expect(screen.getByText('Geen teams gevonden')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Filters wissen' }))
    expect(reset).toHaveBeenCalledTimes(1)
  })

  it('shows an error with the request id, and retries', async () => {
    const refetch = vi.fn()
    const error = Object.assign(new Error('De server is weg.'), { requestId: 'abc-1' })
    render(<Example list={{ isPending: false, isError: true, error, refetch }} />)
    expect(screen.getByRole('alert').textContent).toContain('De server is weg.')
    expect(screen.getByText('abc-1')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('keeps the rows when only a refetch failed', () => {
    render(<Example list={{ ...filled(), isError: true, error: new Error('weg') }} />)
    expect(bodyRows().length).toBe(3)
  })

  it('shows rows, count, summary and the next page', async () => {
    const next = vi.fn()
    render(
      <Example
        list={{ ...filled(), hasNextPage: true, fetchNextPage: next }}
        count={(rows) => `${rows.length} teams`}
        summary={() => 'Totaal 16'}
      />,
    )
    expect(names()).toEqual(['Émile 10', 'Zuid', 'emile 9'])
    expect(screen.getByText('3 teams')).toBeTruthy()
    expect(screen.getByText('Totaal 16')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Meer laden' }))
    expect(next).toHaveBeenCalledTimes(1)
  })
})

describe('order', () => {
  it('sorts up, down and back, in Dutch alphabetical order', async () => {
    render(<Example />)
    const sort = screen.getByRole('button', { name: 'Naam' })
    const header = () => screen.getByRole('columnheader', { name: 'Naam' }).getAttribute('aria-sort')
    expect(header()).toBe('none')
    await userEvent.click(sort)
    expect(names()).toEqual(['emile 9', 'Émile 10', 'Zuid'])
    expect(header()).toBe('ascending')
    await userEvent.click(sort)
    expect(names()).toEqual(['Zuid', 'Émile 10', 'emile 9'])
    expect(header()).toBe('descending')
    await userEvent.click(sort)
    expect(names()).toEqual(['Émile 10', 'Zuid', 'emile 9'])
  })

  it('puts missing values last in both directions', async () => {
    render(<Example />)
    const sort = screen.getByRole('button', { name: 'Leden' })
    await userEvent.click(sort)
    expect(names()).toEqual(['Émile 10', 'emile 9', 'Zuid'])
    await userEvent.click(sort)
    expect(names()).toEqual(['emile 9', 'Émile 10', 'Zuid'])
  })

  it('can be stored by the screen', async () => {
    const change = vi.fn()
    render(<Example sort={{ id: 'name', desc: true }} onSortChange={change} />)
    expect(names()).toEqual(['Zuid', 'Émile 10', 'emile 9'])
    await userEvent.click(screen.getByRole('button', { name: 'Leden' }))
    expect(change).toHaveBeenCalledWith({ id: 'members', desc: false })
    expect(names()).toEqual(['Zuid', 'Émile 10', 'emile 9'])
  })
})

describe('opening a row', () => {
  it('works by click or Enter, but not by buttons within', async () => {
    const open = vi.fn()
    render(<Example onOpen={open} />)
    await userEvent.click(screen.getByText('Zuid'))
    expect(open).toHaveBeenLastCalledWith(teams[1])
    await userEvent.click(screen.getAllByRole('button', { name: 'Bewerken' })[0] as HTMLElement)
    expect(open).toHaveBeenCalledTimes(1)
    bodyRows()[2]?.focus()
    await userEvent.keyboard('{Enter}')
    expect(open).toHaveBeenLastCalledWith(teams[2])
  })

  it('has one row in the tab order; arrows move between rows', async () => {
    render(<Example onOpen={() => {}} />)
    expect(bodyRows().map((row) => row.tabIndex)).toEqual([0, -1, -1])
    bodyRows()[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(bodyRows()[2])
    expect(bodyRows().map((row) => row.tabIndex)).toEqual([-1, -1, 0])
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(bodyRows()[1])
  })
})

describe('selecting rows', () => {
  const bulk = (act: (names: string[]) => void) => (selected: readonly Team[], clear: () => void) => (
    <BulkAction
      icon={null}
      onClick={() => {
        act(selected.map((team) => team.name))
        clear()
      }}
    >
      Toewijzen
    </BulkAction>
  )

  it('shows a bar with actions on the selection', async () => {
    const act = vi.fn()
    const open = vi.fn()
    render(<Example bulk={bulk(act)} onOpen={open} />)
    const [all, first, , third] = screen.getAllByRole('checkbox') as HTMLInputElement[]
    await userEvent.click(first as HTMLElement)
    await userEvent.click(third as HTMLElement)
    const bar = screen.getByRole('region', { name: 'Acties voor de selectie' })
    expect(within(bar).getByRole('status').textContent).toBe('2 geselecteerd')
    expect(all?.indeterminate).toBe(true)
    expect(open).not.toHaveBeenCalled()
    await userEvent.click(within(bar).getByRole('button', { name: 'Toewijzen' }))
    expect(act).toHaveBeenCalledWith(['Émile 10', 'emile 9'])
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('selects all selectable rows, and drops rows that disappear', async () => {
    const { rerender } = render(<Example bulk={bulk(() => {})} selectable={(team) => team.id !== '2'} />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecteer alle rijen' }))
    expect(screen.getByRole('status').textContent).toBe('2 geselecteerd')
    rerender(<Example bulk={bulk(() => {})} selectable={(team) => team.id !== '2'} list={filled(teams.slice(0, 2))} />)
    expect(screen.getByRole('status').textContent).toBe('1 geselecteerd')
    await userEvent.click(screen.getByRole('button', { name: 'Selectie wissen' }))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('offers to select all rows only when there are rows to select', () => {
    const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Selecteer alle rijen' })
    const { rerender } = render(
      <Example bulk={bulk(() => {})} list={{ isPending: true, isError: false, refetch: () => {} }} />,
    )
    expect(all().disabled).toBe(true)
    rerender(<Example bulk={bulk(() => {})} list={filled(teams)} selectable={() => false} />)
    expect(all().disabled).toBe(true)
    rerender(<Example bulk={bulk(() => {})} list={filled(teams)} selectable={({ id }) => id === '2'} />)
    expect(all().disabled).toBe(false)
  })

  it('selects a range with Shift', async () => {
    render(<Example bulk={bulk(() => {})} />)
    const boxes = screen.getAllByRole('checkbox')
    const user = userEvent.setup()
    await user.click(boxes[1] as HTMLElement)
    await user.keyboard('{Shift>}')
    await user.click(boxes[3] as HTMLElement)
    await user.keyboard('{/Shift}')
    expect(screen.getByRole('status').textContent).toBe('3 geselecteerd')
  })
})

describe('on a phone', () => {
  it('shows cards that open', async () => {
    phone(true)
    const open = vi.fn()
    render(<Example onOpen={open} cardActions={(team) => <button type="button">Bel {team.name}</button>} />)
    expect(screen.queryByRole('table')).toBeNull()
    const list = screen.getByRole('list', { name: 'Teams' })
    expect(within(list).getAllByRole('listitem').length).toBe(3)
    await userEvent.click(screen.getByRole('button', { name: /^Zuid/ }))
    expect(open).toHaveBeenCalledExactlyOnceWith(teams[1])
    await userEvent.click(screen.getByRole('button', { name: 'Bel Zuid' }))
    expect(open).toHaveBeenCalledTimes(1)
  })
})

describe('a long list', () => {
  it('draws only a part of its rows', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      id: String(index),
      name: `Team ${index}`,
      members: index,
    }))
    render(<Example list={filled(many)} />)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(100))
  })
})

describe('a table too narrow for all its columns', () => {
  const wide: Column<Team>[] = [
    { id: 'name', header: 'Naam', width: 200, cell: (team) => team.name },
    { id: 'office', header: 'Kantoor', width: 150, dropOrder: 2, cell: () => 'Roermond' },
    { id: 'members', header: 'Leden', width: 100, dropOrder: 1, cell: (team) => team.members },
    {
      id: 'edit',
      header: 'Acties',
      headerHidden: true,
      width: 90,
      cell: () => <button type="button">Bewerken</button>,
    },
  ]
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

  /** Returns a function that gives every element a width in pixels, as layout would, and notifies resize observers. */
  function resizable() {
    const watching = new Set<() => void>()
    let width = 0
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width)
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly tell: () => void
        constructor(tell: () => void) {
          this.tell = tell
        }
        observe() {
          watching.add(this.tell)
        }
        unobserve() {}
        disconnect() {
          watching.delete(this.tell)
        }
      },
    )
    return (to: number) =>
      act(() => {
        width = to
        for (const tell of watching) tell()
      })
  }

  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('hides the least important columns, keeps the actions, and restores columns when there is room', () => {
    const resize = resizable()
    render(<Example columns={wide} />)
    resize(540)
    expect(heads()).toEqual(['Naam', 'Kantoor', 'Leden', 'Acties'])
    resize(539)
    expect(heads()).toEqual(['Naam', 'Kantoor', 'Acties'])
    expect(screen.getAllByRole('row')[1]?.textContent).toBe('Émile 10RoermondBewerken')
    resize(300)
    expect(heads()).toEqual(['Naam', 'Acties'])
    resize(700)
    expect(heads()).toEqual(['Naam', 'Kantoor', 'Leden', 'Acties'])
  })

  it('counts the width of the selection column', () => {
    const resize = resizable()
    render(<Example columns={wide} bulk={() => null} />)
    resize(540)
    expect(heads()).not.toContain('Leden')
    resize(584)
    expect(heads()).toContain('Leden')
  })
})
