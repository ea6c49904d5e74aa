import './button.css'

/** Shows a turning ring, silent for screen readers; its owner carries `aria-busy`. */
export function Spinner() {
  return <span className="pv-spinner" aria-hidden="true" />
}
