/**
 * What a source gives, in its order, read on while whoever takes it is busy: at most so many ahead. What the source throws is
 * thrown in its place.
 */
export async function* readAhead<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const coming: Promise<IteratorResult<T>>[] = []
  const ask = () => {
    const next = iterator.next()
    // Thrown to whoever takes it.
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
