/** Returns the texts of the elements of a name without a prefix, in order. */
export const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)</`, 'g'))].map(([, text]) => text ?? '')
