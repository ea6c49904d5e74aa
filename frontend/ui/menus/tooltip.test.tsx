// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { TooltipLayer } from './tooltip-layer.tsx'

afterEach(cleanup)

/** Renders a table cell of 100 pixels with a text `width` pixels wide; jsdom computes no layout. */
function Cell({ text, width }: { readonly text: string; readonly width: number }) {
  const measure = (cell: HTMLElement | null) => {
    if (!cell) return
    Object.defineProperty(cell, 'clientWidth', { value: 100 })
    Object.defineProperty(cell, 'scrollWidth', { value: width })
  }
  return (
    <td ref={measure} style={{ textOverflow: 'ellipsis' }}>
      {text}
    </td>
  )
}

it('shows the whole of a truncated text, and nothing for one that fits', async () => {
  const user = userEvent.setup()
  render(
    <>
      <table className="pv-table">
        <tbody>
          <tr>
            <Cell text="Sem Vos" width={60} />
            <Cell text="Metaalbewerking Van der Westhuizen-Oosterhout" width={310} />
          </tr>
        </tbody>
      </table>
      <TooltipLayer />
    </>,
  )
  await user.hover(screen.getByRole('cell', { name: 'Sem Vos' }))
  await user.hover(screen.getByRole('cell', { name: /Metaalbewerking/ }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Metaalbewerking Van der Westhuizen-Oosterhout')
  await user.hover(screen.getByRole('cell', { name: 'Sem Vos' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
})
