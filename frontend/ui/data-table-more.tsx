import { useEffect, useRef } from 'react'
import type { ListState } from './data-table-types.ts'

/** So many pixels before the end of the list the next page is asked for. */
const AHEAD = 300

interface MoreOnScrollProps {
  readonly list: ListState<object>
  readonly scroller: HTMLElement | null
}

/** The end of the rows: the next page is fetched as it comes near, until there is none or one failed. */
export function MoreOnScroll({ list, scroller }: MoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = list
  const isBusy = isFetching === true || isFetchingNextPage === true
  const wantsMore = hasNextPage === true && !isBusy && !isError
  useEffect(() => {
    // A browser that cannot tell leaves it to the button in the footer.
    if (!wantsMore || !scroller || !end.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && fetchNextPage?.(),
      {
        root: scroller,
        rootMargin: `0px 0px ${AHEAD}px 0px`,
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [wantsMore, scroller, fetchNextPage])
  return <div ref={end} aria-hidden="true" />
}
