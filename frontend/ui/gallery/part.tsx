import { type ReactNode, useState } from 'react'

/** A titled strip of the gallery. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="gallery-part">
      <h2>{title}</h2>
      <div className="gallery-row">{children}</div>
    </section>
  )
}

/** A value that a shown control can change. */
export function Hold<T>({ start, children }: { start: T; children: (value: T, set: (value: T) => void) => ReactNode }) {
  const [value, set] = useState(start)
  return children(value, set)
}
