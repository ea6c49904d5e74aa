import { createElement, Fragment } from 'react'
import { Text } from './text.tsx'

const DATE = /(\d\d-\d\d-\d{4})/

/** Shows a text whose dates stay whole: a browser may break a line at the hyphens of `30-11-2026`. */
export const Unbroken = ({ children }: { readonly children: string }) =>
  createElement(
    Fragment,
    null,
    ...children.split(DATE).map((part) => (DATE.test(part) ? createElement(Text, { overflow: 'nowrap' }, part) : part)),
  )
