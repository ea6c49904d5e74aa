import type { ComponentPropsWithRef, ElementType } from 'react'

/** Props of a component that renders the element `as`: its own ones and the attributes of that element. */
export type ElementProps<Element extends ElementType, Own> = Own & {
  /** Element to render, such as `ul` or `p`. */
  readonly as?: Element
} & Omit<ComponentPropsWithRef<Element>, keyof Own | 'as'>
