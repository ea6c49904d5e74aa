/**
 * Yields the items of a source in order, and reads up to `most` items ahead while the consumer is busy. Throws an error
 * of the source after the items before it.
 */
export async function* readAhead<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const coming: Promise<IteratorResult<T>>[] = []
  const ask = () => {
    const next = iterator.next()
    // The consumer gets the error when it takes this item; until then the error must not count as unhandled.
    next.catch(() => undefined)
    coming.push(next)
  }
  try {
    for (let asked = 0; asked < most; asked++) ask()
    for (let next = await coming.shift(); next && !next.done; next = await coming.shift()) {
      ask()
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}
