/** Returns a URL's path and its query without the question mark, both still encoded. */
export function splitUrl(url: string): { pathname: string; rawQuery: string } {
  const mark = url.indexOf('?')
  return mark < 0 ? { pathname: url, rawQuery: '' } : { pathname: url.slice(0, mark), rawQuery: url.slice(mark + 1) }
}
