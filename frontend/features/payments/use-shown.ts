import { useSearchParams } from 'react-router-dom'

const names = ['bestand', 'afschrift'] as const
type Name = (typeof names)[number]

/** What is shown over the page, by its address: `?bestand=<id>`, `?afschrift=<id>`. */
export function useShown() {
  const [params, setParams] = useSearchParams()
  const name = names.find((one) => params.has(one))
  const change = (next: Name | null, id = '') =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const one of names) after.delete(one)
      if (next) after.set(next, id)
      return after
    })
  return {
    shown: name === undefined ? null : { name, id: params.get(name) ?? '' },
    show: change,
    close: () => change(null),
  }
}
