import { useSearchParams } from 'react-router-dom'
import { parametersWith } from '../../lib/url-parameters.ts'

const names = ['bestand', 'afschrift'] as const
type Name = (typeof names)[number]

/** What is shown over the page, by its address: `?bestand=<id>`, `?afschrift=<id>`. */
export function useShown() {
  const [params, setParams] = useSearchParams()
  const name = names.find((one) => params.has(one))
  const change = (next: Name | null, id = '') =>
    setParams((before) => parametersWith(before, names, next ? { [next]: id } : {}))
  return {
    shown: name === undefined ? null : { name, id: params.get(name) ?? '' },
    show: change,
    close: () => change(null),
  }
}
