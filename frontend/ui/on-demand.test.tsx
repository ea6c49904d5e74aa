// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { codeFrom, onDemand, useCode } from './on-demand.tsx'

const Greeting = ({ name }: { readonly name: string }) => <p>Dag {name}</p>

it('a place is kept until the code is there, which a later use shows at once', async () => {
  const code = Promise.withResolvers<typeof Greeting>()
  const load = vi.fn(() => code.promise)
  const Late = onDemand(load, ({ name }) => <p>{name} wacht</p>)
  const { unmount } = render(<Late name="Jansen" />)
  expect(screen.getByText('Jansen wacht')).toBeTruthy()
  await act(async () => code.resolve(Greeting))
  expect(screen.getByText('Dag Jansen')).toBeTruthy()
  unmount()
  render(<Late name="De Wit" />)
  expect(screen.getByText('Dag De Wit')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

it('what loads while the place is left changes nothing any more', async () => {
  const code = Promise.withResolvers<typeof Greeting>()
  const Late = onDemand(() => code.promise)
  const { unmount, container } = render(<Late name="Jansen" />)
  unmount()
  await act(async () => code.resolve(Greeting))
  expect(container.textContent).toBe('')
})

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render = () => this.state.message ?? this.props.children
}

it('code that cannot be loaded is an error of its place, and is loaded at the next try', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('Geen netwerk'))
  const code = codeFrom(load)
  const Place = () => {
    const Loaded = useCode(code)
    return Loaded && <Loaded name="Jansen" />
  }
  const { unmount } = render(
    <Boundary>
      <Place />
    </Boundary>,
  )
  expect(await screen.findByText('Geen netwerk')).toBeTruthy()
  unmount()
  render(<Place />)
  expect(await screen.findByText('Dag Jansen')).toBeTruthy()
  silent.mockRestore()
})
