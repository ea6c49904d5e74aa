import './brand.css'
import '../layout/layout.css'
import '../layout/text.css'

/** Shows the logo and the name of Partnerview. */
export function Brand() {
  return (
    <div className="pv-brand pv-beside">
      <BrandSign />
      <span className="pv-brand-name pv-weight-bold">Partnerview</span>
    </div>
  )
}

/** Shows the logo of Partnerview without the name, for places where a title shows the name already. */
export function BrandSign() {
  return (
    <span className="pv-brand-sign pv-middle pv-rigid" aria-hidden="true">
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M13.1 4.5 6.4 13h4.5l-.8 6.5L17 10.9h-4.7z" fill="currentColor" />
      </svg>
    </span>
  )
}
