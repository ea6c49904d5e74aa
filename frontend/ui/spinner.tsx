import './button.css'

/** A turning ring; says nothing to a screen reader, its owner carries `aria-busy`. */
export function Spinner() {
  return <span className="pv-spinner" aria-hidden="true" />
}
