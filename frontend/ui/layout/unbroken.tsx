import { Children, createElement, Fragment, type ReactNode } from 'react'
import { Text } from './text.tsx'

const DATE = /(\d\d-\d\d-\d{4})/

const keepWhole = (text: string): ReactNode[] =>
  text.split(DATE).map((part) => (DATE.test(part) ? createElement(Text, { overflow: 'nowrap' }, part) : part))

/** Shows texts whose dates stay whole: a browser may break a line at the hyphens of `30-11-2026`. */
export const Unbroken = ({ children }: { readonly children: ReactNode }) =>
  createElement(
    Fragment,
    null,
    ...Children.toArray(children).flatMap((child) => (typeof child === 'string' ? keepWhole(child) : [child])),
  )
