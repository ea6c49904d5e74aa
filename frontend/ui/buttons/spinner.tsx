import './button.css'

/** Shows a turning ring for a busy control. Hidden from screen readers: set `aria-busy` on the control. */
export function Spinner() {
  return <span className="pv-spinner" aria-hidden="true" />
}
