/** Returns the texts of all XML elements with this name, in order, with or without a namespace prefix. */
export const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)</`, 'g'))].map(([, text]) => text ?? '')
