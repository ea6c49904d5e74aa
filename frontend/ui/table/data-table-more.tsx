import { useEffect, useRef } from 'react'
import type { ListState } from './data-table-types.ts'

/** Distance to the end of the list, in pixels, at which the next page is fetched. */
const AHEAD = 300

interface MoreOnScrollProps {
  readonly list: ListState<object>
  readonly scroller: HTMLElement | null
}

/** Fetches the next page of a list when its end comes near. Stops after the last page or a page that failed. */
export function MoreOnScroll({ list, scroller }: MoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = list
  const isBusy = isFetching === true || isFetchingNextPage === true
  const wantsMore = hasNextPage === true && !isBusy && !isError
  useEffect(() => {
    // A browser without IntersectionObserver uses the button in the footer.
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
